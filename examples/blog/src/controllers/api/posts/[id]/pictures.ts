import { RestResponse, type Limits } from '@writ/controllers';
import { Api } from '../../../../api.ts';
import { addPicture, picturesOf, type Picture } from '../../../../pictures.ts';
import { Default as PictureFile } from '../../../pictures/[name].ts';

export class Default extends Api {
  static limits: Limits = { form: 5_000_000 };

  GET(id: number): readonly Picture[] {
    return picturesOf(id);
  }

  /** Accepts a form with a file `picture`. */
  async POST(id: number, { picture }: { picture: File }): Promise<RestResponse> {
    const added = await addPicture(id, picture);
    return RestResponse.created(this.url(PictureFile, added.name), added);
  }
}
