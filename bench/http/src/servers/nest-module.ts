import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Module,
  Param,
  ParseIntPipe,
  Post,
  ValidationPipe,
} from '@nestjs/common';
import { IsInt, IsNotEmpty, IsString } from 'class-validator';
import { createItem, storePerson, type Item, type Person } from '../cases.ts';

class NewPerson {
  @IsString() @IsNotEmpty() name!: string;
  @IsInt() age!: number;
}

@Controller()
class People {
  @Get('hello')
  @Header('content-type', 'text/plain; charset=utf-8')
  hello(): string {
    return 'hello';
  }

  @Get('items/:id')
  item(@Param('id', ParseIntPipe) id: number): Item {
    return createItem(id);
  }

  @Post('people')
  @HttpCode(200)
  add(@Body() person: NewPerson): Person & { readonly id: number } {
    return storePerson(person);
  }
}

@Module({ controllers: [People] })
export class PeopleModule {}

export const pipe: ValidationPipe = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true });
