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
import { IsInt, IsString } from 'class-validator';
import { findUser, storeItem, type Item, type User } from '../cases.ts';

class NewItem {
  @IsString() title!: string;
  @IsInt() count!: number;
}

@Controller()
class Items {
  @Get()
  @Header('content-type', 'text/plain; charset=utf-8')
  hello(): string {
    return 'hello';
  }

  @Get('users/:id')
  user(@Param('id', ParseIntPipe) id: number): User {
    return findUser(id);
  }

  @Post('items')
  @HttpCode(200)
  add(@Body() item: NewItem): Item & { readonly id: number } {
    return storeItem(item);
  }
}

@Module({ controllers: [Items] })
export class ItemsModule {}

export const pipe: ValidationPipe = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true });
