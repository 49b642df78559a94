// @ts-nocheck
// Generated from schema.json: change the schema, then run `npm run schema`.

/** A violation in ajv's format. */
export interface SchemaError {
  /** JSON pointer of the value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns whether the value is valid; if not, `errors` lists every violation. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export const validate: Validator = validate20;

const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"urn:writ:installer-config:1.1","type":"object","required":["bootloader","kernels","mirror-region"],"anyOf":[{"required":["!root-password"],"properties":{"!root-password":true}},{"required":["!users"],"properties":{"!users":true}}],"properties":{"$schema":{"type":"string"},"additional-repositories":{"type":"string","enum":["multilib","testing"]},"audio_config":{"type":"object","properties":{"audio":{"type":"string","enum":["pipewire","pulseaudio"]}}},"bootloader":{"type":"string","enum":["systemd-bootctl","grub-install","efistub"]},"uki":{"type":"boolean"},"custom-commands":{"type":"array","items":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/secret"}]},"default":[]},"harddrives":{"type":"array","maxItems":2,"items":{"type":"string","minLength":1},"default":[]},"hostname":{"type":"string","pattern":"^(?=.{0,64}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)?$"},"kernels":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/kernel"}},"keyboard-language":{"type":"string"},"mirror-region":{"type":"object","additionalProperties":{"anyOf":[{"type":"object","propertyNames":{"$ref":"#/$defs/address"},"additionalProperties":{"anyOf":[{"type":"boolean"},{"$ref":"#/$defs/secret"}]}},{"type":"array","items":{"$ref":"#/$defs/address"}}]}},"network_config":{"type":"object","properties":{"type":{"type":"string","enum":["nm","manual","iso","none"]},"nics":{"type":"array","items":{"$ref":"#/$defs/nic"}}}},"ntp":{"type":"boolean"},"packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"profile":{"type":"object","properties":{"path":{"type":"string","minLength":1},"main":{"type":"string","enum":["desktop","minimal","server","xorg","custom"]},"details":{"type":"string","anyOf":[{"enum":["awesome","bspwm","budgie","cinnamon","cutefish","deepin","desktop","enlightenment","gnome","i3-wm","plasma","lxqt","mate","sway","xfce4","qtile","cockpit","docker","httpd","lighttpd","mariadb","nginx","postgresql","sshd","tomcat"]},{"pattern":"^([Aa][Ww][Ee][Ss][Oo][Mm][Ee]|[Bb][Ss][Pp][Ww][Mm]|[Bb][Uu][Dd][Gg][Ii][Ee]|[Cc][Ii][Nn][Nn][Aa][Mm][Oo][Nn]|[Cc][Uu][Tt][Ee][Ff][Ii][Ss][Hh]|[Dd][Ee][Ee][Pp][Ii][Nn]|[Dd][Ee][Ss][Kk][Tt][Oo][Pp]|[Ee][Nn][Ll][Ii][Gg][Hh][Tt][Ee][Nn][Mm][Ee][Nn][Tt]|[Gg][Nn][Oo][Mm][Ee]|[Ii]3-[Ww][Mm]|[Pp][Ll][Aa][Ss][Mm][Aa]|[Ll][Xx][Qq][Tt]|[Mm][Aa][Tt][Ee]|[Ss][Ww][Aa][Yy]|[Xx][Ff][Cc][Ee]4|[Qq][Tt][Ii][Ll][Ee]|[Cc][Oo][Cc][Kk][Pp][Ii][Tt]|[Dd][Oo][Cc][Kk][Ee][Rr]|[Hh][Tt][Tt][Pp][Dd]|[Ll][Ii][Gg][Hh][Tt][Tt][Pp][Dd]|[Mm][Aa][Rr][Ii][Aa][Dd][Bb]|[Nn][Gg][Ii][Nn][Xx]|[Pp][Oo][Ss][Tt][Gg][Rr][Ee][Ss][Qq][Ll]|[Ss][Ss][Hh][Dd]|[Tt][Oo][Mm][Cc][Aa][Tt])$"}]},"custom":{"type":"array","items":{"type":"object","properties":{"packages":{"type":"string"},"services":{"type":"string"},"enabled":{"type":"boolean"}}}},"gfx_driver":{"type":"string","enum":["VMware / VirtualBox (open-source)","Intel (open-source)","AMD / ATI (open-source)","All open-source (default)","Nvidia (open kernel module for newer GPUs, Turing+)","Nvidia (open-source nouveau driver)","Nvidia (proprietary)"]},"greeter_type":{"type":"string","enum":["lightdm","sddm","gdm"]}}},"services":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"sys-encoding":{"type":"string"},"sys-language":{"type":"string"},"timezone":{"type":"string"},"!root-password":{"$ref":"#/$defs/password"},"!users":{"anyOf":[{"$ref":"#/$defs/user"},{"type":"array","items":{"$ref":"#/$defs/user"}}]},"x-writ":{"type":"object","additionalProperties":false,"properties":{"accounts":{"type":"object","additionalProperties":{"$ref":"#/$defs/account"}},"aur":{"$ref":"#/$defs/aur"},"commands":{"$ref":"#/$defs/hostCommands"},"desktops":{"type":"array","items":{"type":"string","enum":["cosmic","hyprland","labwc","niri","river","xmonad"]},"default":[]},"disk":{"$ref":"#/$defs/disk"},"features":{"$ref":"#/$defs/features"},"network":{"$ref":"#/$defs/virtualNetwork"},"repositories":{"type":"array","items":{"$ref":"#/$defs/repository"}},"swap":{"$ref":"#/$defs/swap"}}}},"patternProperties":{"^x-(?!writ$)":{}},"$defs":{"account":{"type":"object","additionalProperties":false,"properties":{"authorized-keys":{"type":"array","items":{"type":"string","pattern":"^[^\\u0000-\\u001f]+$"},"default":[]},"full-name":{"type":"string","pattern":"^[^:,\\u0000-\\u001f]*$"},"groups":{"type":"array","items":{"type":"string","pattern":"^[a-z_][a-z0-9_-]{0,31}$"},"default":[]},"home-mode":{"type":"string","pattern":"^07[0-7]{2}$"},"shell":{"type":"string","pattern":"^/[^:\\s]+$"}}},"disk":{"type":"object","additionalProperties":false,"properties":{"btrfs":{"type":"object","additionalProperties":false,"properties":{"compression":{"type":"string","pattern":"^(?:none|zstd(?::(?:[1-9]|1[0-5]))?|lzo)$"},"snapshots":{"type":"string","enum":["none","snapper","timeshift"]},"subvolumes":{"type":"array","items":{"$ref":"#/$defs/subvolume"}}}},"file-system":{"type":"string","enum":["ext4","btrfs","xfs","f2fs"]},"home":{"type":"object","additionalProperties":false,"required":["size"],"properties":{"root-size":{"$ref":"#/$defs/size"},"size":{"$ref":"#/$defs/size"}}},"layout":{"type":"string","enum":["whole","partitions","mounted"]},"luks":{"type":"object","additionalProperties":false,"required":["!passphrase"],"properties":{"!passphrase":{"$ref":"#/$defs/passphrase"},"kdf-memory":{"type":"integer","minimum":32,"maximum":4096},"kdf-rounds":{"type":"integer","minimum":4,"maximum":100}}},"partitions":{"type":"array","minItems":1,"maxItems":128,"items":{"$ref":"#/$defs/partition"}},"raid":{"type":"integer","enum":[1]}}},"passphrase":{"anyOf":[{"type":"string","minLength":1},{"type":"object","additionalProperties":false,"required":["$secret"],"properties":{"$secret":{"type":"string","minLength":1}}}]},"size":{"type":"string","pattern":"^(?:[1-9]\\d{0,6}(?:MiB|GiB|TiB)|rest)$"},"subvolume":{"type":"object","additionalProperties":false,"required":["name","mount"],"properties":{"mount":{"type":"string","pattern":"^/"},"name":{"type":"string","pattern":"^(?:@|@?[A-Za-z0-9._-]+)$"}}},"hostCommands":{"type":"object","additionalProperties":false,"properties":{"early":{"type":"array","items":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/secret"}]},"default":[]},"error":{"type":"array","items":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/secret"}]},"default":[]}}},"features":{"type":"object","additionalProperties":false,"properties":{"bluetooth":{"type":"boolean"},"firewall":{"type":"string","enum":["none","ufw","firewalld"]},"fonts":{"type":"boolean"},"power":{"type":"string","enum":["none","power-profiles-daemon","tuned"]},"printing":{"type":"boolean"}}},"swap":{"type":"object","additionalProperties":false,"required":["kind"],"properties":{"hibernate":{"type":"boolean"},"kind":{"type":"string","enum":["none","zram","file","partition"]},"size":{"type":"string","pattern":"^[1-9]\\d{0,6}(?:MiB|GiB|TiB)$"}}},"address":{"type":"string","pattern":"^(?=.*\\$repo)(?=.*\\$arch)(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$"},"kernel":{"type":"string","enum":["linux","linux-lts","linux-zen","linux-hardened"]},"nic":{"type":"object","required":["iface"],"properties":{"iface":{"type":"string","minLength":1},"dhcp":{"type":"boolean"},"ip":{"type":"string"},"gateway":{"type":"string"},"dns":{"type":"array","items":{"type":"string"}}}},"password":{"anyOf":[{"type":"string"},{"type":"object","required":["$secret"],"properties":{"$secret":{"type":"string","minLength":1},"hash":{"type":"boolean"}}}]},"secret":{"type":"object","required":["$secret"],"properties":{"$secret":{"type":"string","minLength":1}}},"user":{"type":"object","required":["username"],"properties":{"username":{"type":"string","pattern":"^[a-z_][a-z0-9_-]{0,31}$"},"!password":{"$ref":"#/$defs/password"},"sudo":{"type":"boolean"}}},"repository":{"type":"object","additionalProperties":false,"required":["name","servers"],"properties":{"fingerprint":{"type":"string","pattern":"^[0-9A-F]{40}(?:[0-9A-F]{24})?$"},"key":{"type":"string","pattern":"^(?:https?://[^/@\\s\\u0000-\\u001f\\u007f]+/|file:///)[^@\\s\\u0000-\\u001f\\u007f]*$"},"name":{"type":"string","pattern":"^[a-z0-9][a-z0-9._-]*$"},"servers":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/server"}},"signatures":{"type":"string","enum":["required","packages","none"]}}},"server":{"type":"string","pattern":"^(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$"},"aur":{"type":"object","additionalProperties":false,"required":["packages"],"properties":{"packages":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9@._+-]+$"}}}},"partition":{"type":"object","additionalProperties":false,"properties":{"drive":{"type":"integer","minimum":0,"maximum":1},"file-system":{"type":"string","enum":["vfat","ext4","btrfs","xfs","f2fs"]},"keep":{"type":"object","additionalProperties":false,"required":["partuuid"],"properties":{"format":{"type":"boolean"},"partuuid":{"type":"string","pattern":"^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"}}},"kind":{"type":"string","enum":["efi","bios","boot","root","home","swap","data"]},"label":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,11}$"},"luks":{"type":"boolean"},"mount":{"type":"string","pattern":"^/"},"options":{"type":"array","items":{"type":"string","pattern":"^[A-Za-z0-9._:=@/-]+$"}},"size":{"$ref":"#/$defs/size"}}},"virtualNetwork":{"type":"object","additionalProperties":false,"properties":{"bonds":{"type":"array","items":{"$ref":"#/$defs/bond"},"default":[]},"vlans":{"type":"array","items":{"$ref":"#/$defs/vlan"},"default":[]}}},"bond":{"type":"object","additionalProperties":false,"required":["name","interfaces"],"properties":{"interfaces":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"}},"mode":{"type":"string","enum":["active-backup","802.3ad","balance-rr","balance-xor","broadcast","balance-tlb","balance-alb"]},"name":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"}}},"vlan":{"type":"object","additionalProperties":false,"required":["name","id","link"],"properties":{"id":{"type":"integer","minimum":1,"maximum":4094},"link":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"},"name":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"}}}}};
const schema32 = {"type":"object","required":["$secret"],"properties":{"$secret":{"type":"string","minLength":1}}};
const schema33 = {"type":"string","enum":["linux","linux-lts","linux-zen","linux-hardened"]};
const schema34 = {"type":"string","pattern":"^(?=.*\\$repo)(?=.*\\$arch)(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$"};
const schema37 = {"type":"object","required":["iface"],"properties":{"iface":{"type":"string","minLength":1},"dhcp":{"type":"boolean"},"ip":{"type":"string"},"gateway":{"type":"string"},"dns":{"type":"array","items":{"type":"string"}}}};
const schema38 = {"anyOf":[{"type":"string"},{"type":"object","required":["$secret"],"properties":{"$secret":{"type":"string","minLength":1},"hash":{"type":"boolean"}}}]};
const schema41 = {"type":"object","additionalProperties":false,"properties":{"authorized-keys":{"type":"array","items":{"type":"string","pattern":"^[^\\u0000-\\u001f]+$"},"default":[]},"full-name":{"type":"string","pattern":"^[^:,\\u0000-\\u001f]*$"},"groups":{"type":"array","items":{"type":"string","pattern":"^[a-z_][a-z0-9_-]{0,31}$"},"default":[]},"home-mode":{"type":"string","pattern":"^07[0-7]{2}$"},"shell":{"type":"string","pattern":"^/[^:\\s]+$"}}};
const schema42 = {"type":"object","additionalProperties":false,"required":["packages"],"properties":{"packages":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9@._+-]+$"}}}};
const schema53 = {"type":"object","additionalProperties":false,"properties":{"bluetooth":{"type":"boolean"},"firewall":{"type":"string","enum":["none","ufw","firewalld"]},"fonts":{"type":"boolean"},"power":{"type":"string","enum":["none","power-profiles-daemon","tuned"]},"printing":{"type":"boolean"}}};
const schema59 = {"type":"object","additionalProperties":false,"required":["kind"],"properties":{"hibernate":{"type":"boolean"},"kind":{"type":"string","enum":["none","zram","file","partition"]},"size":{"type":"string","pattern":"^[1-9]\\d{0,6}(?:MiB|GiB|TiB)$"}}};
const pattern4 = new RegExp("^(?=.{0,64}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)?$", "u");
const pattern5 = new RegExp("^(?=.*\\$repo)(?=.*\\$arch)(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$", "u");
const pattern7 = new RegExp("^([Aa][Ww][Ee][Ss][Oo][Mm][Ee]|[Bb][Ss][Pp][Ww][Mm]|[Bb][Uu][Dd][Gg][Ii][Ee]|[Cc][Ii][Nn][Nn][Aa][Mm][Oo][Nn]|[Cc][Uu][Tt][Ee][Ff][Ii][Ss][Hh]|[Dd][Ee][Ee][Pp][Ii][Nn]|[Dd][Ee][Ss][Kk][Tt][Oo][Pp]|[Ee][Nn][Ll][Ii][Gg][Hh][Tt][Ee][Nn][Mm][Ee][Nn][Tt]|[Gg][Nn][Oo][Mm][Ee]|[Ii]3-[Ww][Mm]|[Pp][Ll][Aa][Ss][Mm][Aa]|[Ll][Xx][Qq][Tt]|[Mm][Aa][Tt][Ee]|[Ss][Ww][Aa][Yy]|[Xx][Ff][Cc][Ee]4|[Qq][Tt][Ii][Ll][Ee]|[Cc][Oo][Cc][Kk][Pp][Ii][Tt]|[Dd][Oo][Cc][Kk][Ee][Rr]|[Hh][Tt][Tt][Pp][Dd]|[Ll][Ii][Gg][Hh][Tt][Tt][Pp][Dd]|[Mm][Aa][Rr][Ii][Aa][Dd][Bb]|[Nn][Gg][Ii][Nn][Xx]|[Pp][Oo][Ss][Tt][Gg][Rr][Ee][Ss][Qq][Ll]|[Ss][Ss][Hh][Dd]|[Tt][Oo][Mm][Cc][Aa][Tt])$", "u");
const pattern9 = new RegExp("^[^\\u0000-\\u001f]+$", "u");
const pattern10 = new RegExp("^[^:,\\u0000-\\u001f]*$", "u");
const pattern8 = new RegExp("^[a-z_][a-z0-9_-]{0,31}$", "u");
const pattern12 = new RegExp("^07[0-7]{2}$", "u");
const pattern13 = new RegExp("^/[^:\\s]+$", "u");
const pattern14 = new RegExp("^[a-z0-9@._+-]+$", "u");
const pattern33 = new RegExp("^[1-9]\\d{0,6}(?:MiB|GiB|TiB)$", "u");
const pattern34 = new RegExp("^x-(?!writ$)", "u");
const schema39 = {"type":"object","required":["username"],"properties":{"username":{"type":"string","pattern":"^[a-z_][a-z0-9_-]{0,31}$"},"!password":{"$ref":"#/$defs/password"},"sudo":{"type":"boolean"}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.username === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "username"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.username !== undefined){
let data0 = data.username;
if(typeof data0 === "string"){
if(!pattern8.test(data0)){
const err1 = {instancePath:instancePath+"/username",schemaPath:"#/properties/username/pattern",keyword:"pattern",params:{pattern: "^[a-z_][a-z0-9_-]{0,31}$"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/username",schemaPath:"#/properties/username/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data["!password"] !== undefined){
let data1 = data["!password"];
const _errs5 = errors;
let valid2 = false;
const _errs6 = errors;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/!password",schemaPath:"#/$defs/password/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs6 === errors;
valid2 = valid2 || _valid0;
const _errs8 = errors;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.$secret === undefined){
const err4 = {instancePath:instancePath+"/!password",schemaPath:"#/$defs/password/anyOf/1/required",keyword:"required",params:{missingProperty: "$secret"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.$secret !== undefined){
let data2 = data1.$secret;
if(typeof data2 === "string"){
if(data2.length < 1){
const err5 = {instancePath:instancePath+"/!password/$secret",schemaPath:"#/$defs/password/anyOf/1/properties/%24secret/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/!password/$secret",schemaPath:"#/$defs/password/anyOf/1/properties/%24secret/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.hash !== undefined){
if(typeof data1.hash !== "boolean"){
const err7 = {instancePath:instancePath+"/!password/hash",schemaPath:"#/$defs/password/anyOf/1/properties/hash/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/!password",schemaPath:"#/$defs/password/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid2 = valid2 || _valid0;
if(_valid0){
var props0 = {};
props0.$secret = true;
props0.hash = true;
}
if(!valid2){
const err9 = {instancePath:instancePath+"/!password",schemaPath:"#/$defs/password/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
}
if(data.sudo !== undefined){
if(typeof data.sudo !== "boolean"){
const err10 = {instancePath:instancePath+"/sudo",schemaPath:"#/properties/sudo/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"username":true,"!password":true,"sudo":true},"dynamicProps":false,"dynamicItems":false};

const schema43 = {"type":"object","additionalProperties":false,"properties":{"early":{"type":"array","items":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/secret"}]},"default":[]},"error":{"type":"array","items":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/secret"}]},"default":[]}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "early") || (key0 === "error"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.early !== undefined){
let data0 = data.early;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs5 = errors;
let valid3 = false;
const _errs6 = errors;
if(typeof data1 !== "string"){
const err1 = {instancePath:instancePath+"/early/" + i0,schemaPath:"#/properties/early/items/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs6 === errors;
valid3 = valid3 || _valid0;
const _errs8 = errors;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.$secret === undefined){
const err2 = {instancePath:instancePath+"/early/" + i0,schemaPath:"#/$defs/secret/required",keyword:"required",params:{missingProperty: "$secret"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.$secret !== undefined){
let data2 = data1.$secret;
if(typeof data2 === "string"){
if(data2.length < 1){
const err3 = {instancePath:instancePath+"/early/" + i0+"/$secret",schemaPath:"#/$defs/secret/properties/%24secret/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/early/" + i0+"/$secret",schemaPath:"#/$defs/secret/properties/%24secret/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/early/" + i0,schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid3 = valid3 || _valid0;
if(_valid0){
var props0 = {};
props0.$secret = true;
}
if(!valid3){
const err6 = {instancePath:instancePath+"/early/" + i0,schemaPath:"#/properties/early/items/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err7 = {instancePath:instancePath+"/early",schemaPath:"#/properties/early/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.error !== undefined){
let data3 = data.error;
if(Array.isArray(data3)){
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
const _errs16 = errors;
let valid8 = false;
const _errs17 = errors;
if(typeof data4 !== "string"){
const err8 = {instancePath:instancePath+"/error/" + i1,schemaPath:"#/properties/error/items/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs17 === errors;
valid8 = valid8 || _valid1;
const _errs19 = errors;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.$secret === undefined){
const err9 = {instancePath:instancePath+"/error/" + i1,schemaPath:"#/$defs/secret/required",keyword:"required",params:{missingProperty: "$secret"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data4.$secret !== undefined){
let data5 = data4.$secret;
if(typeof data5 === "string"){
if(data5.length < 1){
const err10 = {instancePath:instancePath+"/error/" + i1+"/$secret",schemaPath:"#/$defs/secret/properties/%24secret/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/error/" + i1+"/$secret",schemaPath:"#/$defs/secret/properties/%24secret/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/error/" + i1,schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid1 = _errs19 === errors;
valid8 = valid8 || _valid1;
if(_valid1){
var props1 = {};
props1.$secret = true;
}
if(!valid8){
const err13 = {instancePath:instancePath+"/error/" + i1,schemaPath:"#/properties/error/items/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err14 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema46 = {"type":"object","additionalProperties":false,"properties":{"btrfs":{"type":"object","additionalProperties":false,"properties":{"compression":{"type":"string","pattern":"^(?:none|zstd(?::(?:[1-9]|1[0-5]))?|lzo)$"},"snapshots":{"type":"string","enum":["none","snapper","timeshift"]},"subvolumes":{"type":"array","items":{"$ref":"#/$defs/subvolume"}}}},"file-system":{"type":"string","enum":["ext4","btrfs","xfs","f2fs"]},"home":{"type":"object","additionalProperties":false,"required":["size"],"properties":{"root-size":{"$ref":"#/$defs/size"},"size":{"$ref":"#/$defs/size"}}},"layout":{"type":"string","enum":["whole","partitions","mounted"]},"luks":{"type":"object","additionalProperties":false,"required":["!passphrase"],"properties":{"!passphrase":{"$ref":"#/$defs/passphrase"},"kdf-memory":{"type":"integer","minimum":32,"maximum":4096},"kdf-rounds":{"type":"integer","minimum":4,"maximum":100}}},"partitions":{"type":"array","minItems":1,"maxItems":128,"items":{"$ref":"#/$defs/partition"}},"raid":{"type":"integer","enum":[1]}}};
const schema47 = {"type":"object","additionalProperties":false,"required":["name","mount"],"properties":{"mount":{"type":"string","pattern":"^/"},"name":{"type":"string","pattern":"^(?:@|@?[A-Za-z0-9._-]+)$"}}};
const schema48 = {"type":"string","pattern":"^(?:[1-9]\\d{0,6}(?:MiB|GiB|TiB)|rest)$"};
const schema50 = {"anyOf":[{"type":"string","minLength":1},{"type":"object","additionalProperties":false,"required":["$secret"],"properties":{"$secret":{"type":"string","minLength":1}}}]};
const pattern15 = new RegExp("^(?:none|zstd(?::(?:[1-9]|1[0-5]))?|lzo)$", "u");
const pattern16 = new RegExp("^/", "u");
const pattern17 = new RegExp("^(?:@|@?[A-Za-z0-9._-]+)$", "u");
const pattern18 = new RegExp("^(?:[1-9]\\d{0,6}(?:MiB|GiB|TiB)|rest)$", "u");
const schema51 = {"type":"object","additionalProperties":false,"properties":{"drive":{"type":"integer","minimum":0,"maximum":1},"file-system":{"type":"string","enum":["vfat","ext4","btrfs","xfs","f2fs"]},"keep":{"type":"object","additionalProperties":false,"required":["partuuid"],"properties":{"format":{"type":"boolean"},"partuuid":{"type":"string","pattern":"^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"}}},"kind":{"type":"string","enum":["efi","bios","boot","root","home","swap","data"]},"label":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,11}$"},"luks":{"type":"boolean"},"mount":{"type":"string","pattern":"^/"},"options":{"type":"array","items":{"type":"string","pattern":"^[A-Za-z0-9._:=@/-]+$"}},"size":{"$ref":"#/$defs/size"}}};
const func1 = Object.prototype.hasOwnProperty;
const pattern20 = new RegExp("^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$", "u");
const pattern21 = new RegExp("^[A-Za-z0-9._-]{1,11}$", "u");
const pattern23 = new RegExp("^[A-Za-z0-9._:=@/-]+$", "u");

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema51.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.drive !== undefined){
let data0 = data.drive;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/drive",schemaPath:"#/properties/drive/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 1 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/drive",schemaPath:"#/properties/drive/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/drive",schemaPath:"#/properties/drive/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data["file-system"] !== undefined){
let data1 = data["file-system"];
if(typeof data1 !== "string"){
const err4 = {instancePath:instancePath+"/file-system",schemaPath:"#/properties/file-system/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(((((data1 === "vfat") || (data1 === "ext4")) || (data1 === "btrfs")) || (data1 === "xfs")) || (data1 === "f2fs"))){
const err5 = {instancePath:instancePath+"/file-system",schemaPath:"#/properties/file-system/enum",keyword:"enum",params:{allowedValues: schema51.properties["file-system"].enum}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.keep !== undefined){
let data2 = data.keep;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.partuuid === undefined){
const err6 = {instancePath:instancePath+"/keep",schemaPath:"#/properties/keep/required",keyword:"required",params:{missingProperty: "partuuid"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key1 in data2){
if(!((key1 === "format") || (key1 === "partuuid"))){
const err7 = {instancePath:instancePath+"/keep",schemaPath:"#/properties/keep/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data2.format !== undefined){
if(typeof data2.format !== "boolean"){
const err8 = {instancePath:instancePath+"/keep/format",schemaPath:"#/properties/keep/properties/format/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data2.partuuid !== undefined){
let data4 = data2.partuuid;
if(typeof data4 === "string"){
if(!pattern20.test(data4)){
const err9 = {instancePath:instancePath+"/keep/partuuid",schemaPath:"#/properties/keep/properties/partuuid/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/keep/partuuid",schemaPath:"#/properties/keep/properties/partuuid/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/keep",schemaPath:"#/properties/keep/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.kind !== undefined){
let data5 = data.kind;
if(typeof data5 !== "string"){
const err12 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!(((((((data5 === "efi") || (data5 === "bios")) || (data5 === "boot")) || (data5 === "root")) || (data5 === "home")) || (data5 === "swap")) || (data5 === "data"))){
const err13 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/enum",keyword:"enum",params:{allowedValues: schema51.properties.kind.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.label !== undefined){
let data6 = data.label;
if(typeof data6 === "string"){
if(!pattern21.test(data6)){
const err14 = {instancePath:instancePath+"/label",schemaPath:"#/properties/label/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]{1,11}$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/label",schemaPath:"#/properties/label/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.luks !== undefined){
if(typeof data.luks !== "boolean"){
const err16 = {instancePath:instancePath+"/luks",schemaPath:"#/properties/luks/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.mount !== undefined){
let data8 = data.mount;
if(typeof data8 === "string"){
if(!pattern16.test(data8)){
const err17 = {instancePath:instancePath+"/mount",schemaPath:"#/properties/mount/pattern",keyword:"pattern",params:{pattern: "^/"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/mount",schemaPath:"#/properties/mount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.options !== undefined){
let data9 = data.options;
if(Array.isArray(data9)){
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
let data10 = data9[i0];
if(typeof data10 === "string"){
if(!pattern23.test(data10)){
const err19 = {instancePath:instancePath+"/options/" + i0,schemaPath:"#/properties/options/items/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._:=@/-]+$"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/options/" + i0,schemaPath:"#/properties/options/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.size !== undefined){
let data11 = data.size;
if(typeof data11 === "string"){
if(!pattern18.test(data11)){
const err22 = {instancePath:instancePath+"/size",schemaPath:"#/$defs/size/pattern",keyword:"pattern",params:{pattern: "^(?:[1-9]\\d{0,6}(?:MiB|GiB|TiB)|rest)$"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/size",schemaPath:"#/$defs/size/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((((key0 === "btrfs") || (key0 === "file-system")) || (key0 === "home")) || (key0 === "layout")) || (key0 === "luks")) || (key0 === "partitions")) || (key0 === "raid"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.btrfs !== undefined){
let data0 = data.btrfs;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key1 in data0){
if(!(((key1 === "compression") || (key1 === "snapshots")) || (key1 === "subvolumes"))){
const err1 = {instancePath:instancePath+"/btrfs",schemaPath:"#/properties/btrfs/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data0.compression !== undefined){
let data1 = data0.compression;
if(typeof data1 === "string"){
if(!pattern15.test(data1)){
const err2 = {instancePath:instancePath+"/btrfs/compression",schemaPath:"#/properties/btrfs/properties/compression/pattern",keyword:"pattern",params:{pattern: "^(?:none|zstd(?::(?:[1-9]|1[0-5]))?|lzo)$"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/btrfs/compression",schemaPath:"#/properties/btrfs/properties/compression/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.snapshots !== undefined){
let data2 = data0.snapshots;
if(typeof data2 !== "string"){
const err4 = {instancePath:instancePath+"/btrfs/snapshots",schemaPath:"#/properties/btrfs/properties/snapshots/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(((data2 === "none") || (data2 === "snapper")) || (data2 === "timeshift"))){
const err5 = {instancePath:instancePath+"/btrfs/snapshots",schemaPath:"#/properties/btrfs/properties/snapshots/enum",keyword:"enum",params:{allowedValues: schema46.properties.btrfs.properties.snapshots.enum}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.subvolumes !== undefined){
let data3 = data0.subvolumes;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.name === undefined){
const err6 = {instancePath:instancePath+"/btrfs/subvolumes/" + i0,schemaPath:"#/$defs/subvolume/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data4.mount === undefined){
const err7 = {instancePath:instancePath+"/btrfs/subvolumes/" + i0,schemaPath:"#/$defs/subvolume/required",keyword:"required",params:{missingProperty: "mount"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key2 in data4){
if(!((key2 === "mount") || (key2 === "name"))){
const err8 = {instancePath:instancePath+"/btrfs/subvolumes/" + i0,schemaPath:"#/$defs/subvolume/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data4.mount !== undefined){
let data5 = data4.mount;
if(typeof data5 === "string"){
if(!pattern16.test(data5)){
const err9 = {instancePath:instancePath+"/btrfs/subvolumes/" + i0+"/mount",schemaPath:"#/$defs/subvolume/properties/mount/pattern",keyword:"pattern",params:{pattern: "^/"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/btrfs/subvolumes/" + i0+"/mount",schemaPath:"#/$defs/subvolume/properties/mount/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data4.name !== undefined){
let data6 = data4.name;
if(typeof data6 === "string"){
if(!pattern17.test(data6)){
const err11 = {instancePath:instancePath+"/btrfs/subvolumes/" + i0+"/name",schemaPath:"#/$defs/subvolume/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?:@|@?[A-Za-z0-9._-]+)$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/btrfs/subvolumes/" + i0+"/name",schemaPath:"#/$defs/subvolume/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/btrfs/subvolumes/" + i0,schemaPath:"#/$defs/subvolume/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/btrfs/subvolumes",schemaPath:"#/properties/btrfs/properties/subvolumes/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/btrfs",schemaPath:"#/properties/btrfs/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data["file-system"] !== undefined){
let data7 = data["file-system"];
if(typeof data7 !== "string"){
const err16 = {instancePath:instancePath+"/file-system",schemaPath:"#/properties/file-system/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!((((data7 === "ext4") || (data7 === "btrfs")) || (data7 === "xfs")) || (data7 === "f2fs"))){
const err17 = {instancePath:instancePath+"/file-system",schemaPath:"#/properties/file-system/enum",keyword:"enum",params:{allowedValues: schema46.properties["file-system"].enum}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.home !== undefined){
let data8 = data.home;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.size === undefined){
const err18 = {instancePath:instancePath+"/home",schemaPath:"#/properties/home/required",keyword:"required",params:{missingProperty: "size"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
for(const key3 in data8){
if(!((key3 === "root-size") || (key3 === "size"))){
const err19 = {instancePath:instancePath+"/home",schemaPath:"#/properties/home/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data8["root-size"] !== undefined){
let data9 = data8["root-size"];
if(typeof data9 === "string"){
if(!pattern18.test(data9)){
const err20 = {instancePath:instancePath+"/home/root-size",schemaPath:"#/$defs/size/pattern",keyword:"pattern",params:{pattern: "^(?:[1-9]\\d{0,6}(?:MiB|GiB|TiB)|rest)$"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/home/root-size",schemaPath:"#/$defs/size/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data8.size !== undefined){
let data10 = data8.size;
if(typeof data10 === "string"){
if(!pattern18.test(data10)){
const err22 = {instancePath:instancePath+"/home/size",schemaPath:"#/$defs/size/pattern",keyword:"pattern",params:{pattern: "^(?:[1-9]\\d{0,6}(?:MiB|GiB|TiB)|rest)$"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/home/size",schemaPath:"#/$defs/size/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/home",schemaPath:"#/properties/home/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.layout !== undefined){
let data11 = data.layout;
if(typeof data11 !== "string"){
const err25 = {instancePath:instancePath+"/layout",schemaPath:"#/properties/layout/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!(((data11 === "whole") || (data11 === "partitions")) || (data11 === "mounted"))){
const err26 = {instancePath:instancePath+"/layout",schemaPath:"#/properties/layout/enum",keyword:"enum",params:{allowedValues: schema46.properties.layout.enum}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.luks !== undefined){
let data12 = data.luks;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12["!passphrase"] === undefined){
const err27 = {instancePath:instancePath+"/luks",schemaPath:"#/properties/luks/required",keyword:"required",params:{missingProperty: "!passphrase"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key4 in data12){
if(!(((key4 === "!passphrase") || (key4 === "kdf-memory")) || (key4 === "kdf-rounds"))){
const err28 = {instancePath:instancePath+"/luks",schemaPath:"#/properties/luks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data12["!passphrase"] !== undefined){
let data13 = data12["!passphrase"];
const _errs37 = errors;
let valid11 = false;
const _errs38 = errors;
if(typeof data13 === "string"){
if(data13.length < 1){
const err29 = {instancePath:instancePath+"/luks/!passphrase",schemaPath:"#/$defs/passphrase/anyOf/0/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/luks/!passphrase",schemaPath:"#/$defs/passphrase/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
var _valid0 = _errs38 === errors;
valid11 = valid11 || _valid0;
const _errs40 = errors;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.$secret === undefined){
const err31 = {instancePath:instancePath+"/luks/!passphrase",schemaPath:"#/$defs/passphrase/anyOf/1/required",keyword:"required",params:{missingProperty: "$secret"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
for(const key5 in data13){
if(!(key5 === "$secret")){
const err32 = {instancePath:instancePath+"/luks/!passphrase",schemaPath:"#/$defs/passphrase/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data13.$secret !== undefined){
let data14 = data13.$secret;
if(typeof data14 === "string"){
if(data14.length < 1){
const err33 = {instancePath:instancePath+"/luks/!passphrase/$secret",schemaPath:"#/$defs/passphrase/anyOf/1/properties/%24secret/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/luks/!passphrase/$secret",schemaPath:"#/$defs/passphrase/anyOf/1/properties/%24secret/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/luks/!passphrase",schemaPath:"#/$defs/passphrase/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
var _valid0 = _errs40 === errors;
valid11 = valid11 || _valid0;
if(!valid11){
const err36 = {instancePath:instancePath+"/luks/!passphrase",schemaPath:"#/$defs/passphrase/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
else {
errors = _errs37;
if(vErrors !== null){
if(_errs37){
vErrors.length = _errs37;
}
else {
vErrors = null;
}
}
}
}
if(data12["kdf-memory"] !== undefined){
let data15 = data12["kdf-memory"];
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err37 = {instancePath:instancePath+"/luks/kdf-memory",schemaPath:"#/properties/luks/properties/kdf-memory/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 4096 || isNaN(data15)){
const err38 = {instancePath:instancePath+"/luks/kdf-memory",schemaPath:"#/properties/luks/properties/kdf-memory/maximum",keyword:"maximum",params:{comparison: "<=", limit: 4096}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data15 < 32 || isNaN(data15)){
const err39 = {instancePath:instancePath+"/luks/kdf-memory",schemaPath:"#/properties/luks/properties/kdf-memory/minimum",keyword:"minimum",params:{comparison: ">=", limit: 32}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
if(data12["kdf-rounds"] !== undefined){
let data16 = data12["kdf-rounds"];
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err40 = {instancePath:instancePath+"/luks/kdf-rounds",schemaPath:"#/properties/luks/properties/kdf-rounds/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 100 || isNaN(data16)){
const err41 = {instancePath:instancePath+"/luks/kdf-rounds",schemaPath:"#/properties/luks/properties/kdf-rounds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data16 < 4 || isNaN(data16)){
const err42 = {instancePath:instancePath+"/luks/kdf-rounds",schemaPath:"#/properties/luks/properties/kdf-rounds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 4}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
}
else {
const err43 = {instancePath:instancePath+"/luks",schemaPath:"#/properties/luks/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data.partitions !== undefined){
let data17 = data.partitions;
if(Array.isArray(data17)){
if(data17.length > 128){
const err44 = {instancePath:instancePath+"/partitions",schemaPath:"#/properties/partitions/maxItems",keyword:"maxItems",params:{limit: 128}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data17.length < 1){
const err45 = {instancePath:instancePath+"/partitions",schemaPath:"#/properties/partitions/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
const len1 = data17.length;
for(let i1=0; i1<len1; i1++){
if(!(validate27(data17[i1], {instancePath:instancePath+"/partitions/" + i1,parentData:data17,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
}
else {
const err46 = {instancePath:instancePath+"/partitions",schemaPath:"#/properties/partitions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data.raid !== undefined){
let data19 = data.raid;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err47 = {instancePath:instancePath+"/raid",schemaPath:"#/properties/raid/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(!(data19 === 1)){
const err48 = {instancePath:instancePath+"/raid",schemaPath:"#/properties/raid/enum",keyword:"enum",params:{allowedValues: schema46.properties.raid.enum}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
}
else {
const err49 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema54 = {"type":"object","additionalProperties":false,"properties":{"bonds":{"type":"array","items":{"$ref":"#/$defs/bond"},"default":[]},"vlans":{"type":"array","items":{"$ref":"#/$defs/vlan"},"default":[]}}};
const schema55 = {"type":"object","additionalProperties":false,"required":["name","interfaces"],"properties":{"interfaces":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"}},"mode":{"type":"string","enum":["active-backup","802.3ad","balance-rr","balance-xor","broadcast","balance-tlb","balance-alb"]},"name":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"}}};
const schema56 = {"type":"object","additionalProperties":false,"required":["name","id","link"],"properties":{"id":{"type":"integer","minimum":1,"maximum":4094},"link":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"},"name":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"}}};
const pattern25 = new RegExp("^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$", "u");

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "bonds") || (key0 === "vlans"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.bonds !== undefined){
let data0 = data.bonds;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.name === undefined){
const err1 = {instancePath:instancePath+"/bonds/" + i0,schemaPath:"#/$defs/bond/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1.interfaces === undefined){
const err2 = {instancePath:instancePath+"/bonds/" + i0,schemaPath:"#/$defs/bond/required",keyword:"required",params:{missingProperty: "interfaces"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key1 in data1){
if(!(((key1 === "interfaces") || (key1 === "mode")) || (key1 === "name"))){
const err3 = {instancePath:instancePath+"/bonds/" + i0,schemaPath:"#/$defs/bond/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data1.interfaces !== undefined){
let data2 = data1.interfaces;
if(Array.isArray(data2)){
if(data2.length < 1){
const err4 = {instancePath:instancePath+"/bonds/" + i0+"/interfaces",schemaPath:"#/$defs/bond/properties/interfaces/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
let data3 = data2[i1];
if(typeof data3 === "string"){
if(!pattern25.test(data3)){
const err5 = {instancePath:instancePath+"/bonds/" + i0+"/interfaces/" + i1,schemaPath:"#/$defs/bond/properties/interfaces/items/pattern",keyword:"pattern",params:{pattern: "^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/bonds/" + i0+"/interfaces/" + i1,schemaPath:"#/$defs/bond/properties/interfaces/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/bonds/" + i0+"/interfaces",schemaPath:"#/$defs/bond/properties/interfaces/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.mode !== undefined){
let data4 = data1.mode;
if(typeof data4 !== "string"){
const err8 = {instancePath:instancePath+"/bonds/" + i0+"/mode",schemaPath:"#/$defs/bond/properties/mode/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(((((((data4 === "active-backup") || (data4 === "802.3ad")) || (data4 === "balance-rr")) || (data4 === "balance-xor")) || (data4 === "broadcast")) || (data4 === "balance-tlb")) || (data4 === "balance-alb"))){
const err9 = {instancePath:instancePath+"/bonds/" + i0+"/mode",schemaPath:"#/$defs/bond/properties/mode/enum",keyword:"enum",params:{allowedValues: schema55.properties.mode.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.name !== undefined){
let data5 = data1.name;
if(typeof data5 === "string"){
if(!pattern25.test(data5)){
const err10 = {instancePath:instancePath+"/bonds/" + i0+"/name",schemaPath:"#/$defs/bond/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/bonds/" + i0+"/name",schemaPath:"#/$defs/bond/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/bonds/" + i0,schemaPath:"#/$defs/bond/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/bonds",schemaPath:"#/properties/bonds/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.vlans !== undefined){
let data6 = data.vlans;
if(Array.isArray(data6)){
const len2 = data6.length;
for(let i2=0; i2<len2; i2++){
let data7 = data6[i2];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.name === undefined){
const err14 = {instancePath:instancePath+"/vlans/" + i2,schemaPath:"#/$defs/vlan/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data7.id === undefined){
const err15 = {instancePath:instancePath+"/vlans/" + i2,schemaPath:"#/$defs/vlan/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data7.link === undefined){
const err16 = {instancePath:instancePath+"/vlans/" + i2,schemaPath:"#/$defs/vlan/required",keyword:"required",params:{missingProperty: "link"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
for(const key2 in data7){
if(!(((key2 === "id") || (key2 === "link")) || (key2 === "name"))){
const err17 = {instancePath:instancePath+"/vlans/" + i2,schemaPath:"#/$defs/vlan/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data7.id !== undefined){
let data8 = data7.id;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err18 = {instancePath:instancePath+"/vlans/" + i2+"/id",schemaPath:"#/$defs/vlan/properties/id/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 4094 || isNaN(data8)){
const err19 = {instancePath:instancePath+"/vlans/" + i2+"/id",schemaPath:"#/$defs/vlan/properties/id/maximum",keyword:"maximum",params:{comparison: "<=", limit: 4094}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err20 = {instancePath:instancePath+"/vlans/" + i2+"/id",schemaPath:"#/$defs/vlan/properties/id/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data7.link !== undefined){
let data9 = data7.link;
if(typeof data9 === "string"){
if(!pattern25.test(data9)){
const err21 = {instancePath:instancePath+"/vlans/" + i2+"/link",schemaPath:"#/$defs/vlan/properties/link/pattern",keyword:"pattern",params:{pattern: "^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/vlans/" + i2+"/link",schemaPath:"#/$defs/vlan/properties/link/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data7.name !== undefined){
let data10 = data7.name;
if(typeof data10 === "string"){
if(!pattern25.test(data10)){
const err23 = {instancePath:instancePath+"/vlans/" + i2+"/name",schemaPath:"#/$defs/vlan/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/vlans/" + i2+"/name",schemaPath:"#/$defs/vlan/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/vlans/" + i2,schemaPath:"#/$defs/vlan/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/vlans",schemaPath:"#/properties/vlans/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema57 = {"type":"object","additionalProperties":false,"required":["name","servers"],"properties":{"fingerprint":{"type":"string","pattern":"^[0-9A-F]{40}(?:[0-9A-F]{24})?$"},"key":{"type":"string","pattern":"^(?:https?://[^/@\\s\\u0000-\\u001f\\u007f]+/|file:///)[^@\\s\\u0000-\\u001f\\u007f]*$"},"name":{"type":"string","pattern":"^[a-z0-9][a-z0-9._-]*$"},"servers":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/server"}},"signatures":{"type":"string","enum":["required","packages","none"]}}};
const schema58 = {"type":"string","pattern":"^(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$"};
const pattern29 = new RegExp("^[0-9A-F]{40}(?:[0-9A-F]{24})?$", "u");
const pattern30 = new RegExp("^(?:https?://[^/@\\s\\u0000-\\u001f\\u007f]+/|file:///)[^@\\s\\u0000-\\u001f\\u007f]*$", "u");
const pattern31 = new RegExp("^[a-z0-9][a-z0-9._-]*$", "u");
const pattern32 = new RegExp("^(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$", "u");

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.servers === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "servers"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "fingerprint") || (key0 === "key")) || (key0 === "name")) || (key0 === "servers")) || (key0 === "signatures"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.fingerprint !== undefined){
let data0 = data.fingerprint;
if(typeof data0 === "string"){
if(!pattern29.test(data0)){
const err3 = {instancePath:instancePath+"/fingerprint",schemaPath:"#/properties/fingerprint/pattern",keyword:"pattern",params:{pattern: "^[0-9A-F]{40}(?:[0-9A-F]{24})?$"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/fingerprint",schemaPath:"#/properties/fingerprint/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.key !== undefined){
let data1 = data.key;
if(typeof data1 === "string"){
if(!pattern30.test(data1)){
const err5 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/pattern",keyword:"pattern",params:{pattern: "^(?:https?://[^/@\\s\\u0000-\\u001f\\u007f]+/|file:///)[^@\\s\\u0000-\\u001f\\u007f]*$"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.name !== undefined){
let data2 = data.name;
if(typeof data2 === "string"){
if(!pattern31.test(data2)){
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9._-]*$"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.servers !== undefined){
let data3 = data.servers;
if(Array.isArray(data3)){
if(data3.length < 1){
const err9 = {instancePath:instancePath+"/servers",schemaPath:"#/properties/servers/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(!pattern32.test(data4)){
const err10 = {instancePath:instancePath+"/servers/" + i0,schemaPath:"#/$defs/server/pattern",keyword:"pattern",params:{pattern: "^(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/servers/" + i0,schemaPath:"#/$defs/server/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/servers",schemaPath:"#/properties/servers/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.signatures !== undefined){
let data5 = data.signatures;
if(typeof data5 !== "string"){
const err13 = {instancePath:instancePath+"/signatures",schemaPath:"#/properties/signatures/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(((data5 === "required") || (data5 === "packages")) || (data5 === "none"))){
const err14 = {instancePath:instancePath+"/signatures",schemaPath:"#/properties/signatures/enum",keyword:"enum",params:{allowedValues: schema57.properties.signatures.enum}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="urn:writ:installer-config:1.1" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = false;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["!root-password"] === undefined){
const err0 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: "!root-password"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var props0 = {};
props0["!root-password"] = true;
}
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["!users"] === undefined){
const err1 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "!users"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
if(props0 !== true){
props0 = props0 || {};
props0["!users"] = true;
}
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.bootloader === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bootloader"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.kernels === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kernels"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data["mirror-region"] === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mirror-region"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.$schema = true;
props0["additional-repositories"] = true;
props0.audio_config = true;
props0.bootloader = true;
props0.uki = true;
props0["custom-commands"] = true;
props0.harddrives = true;
props0.hostname = true;
props0.kernels = true;
props0["keyboard-language"] = true;
props0["mirror-region"] = true;
props0.network_config = true;
props0.ntp = true;
props0.packages = true;
props0.profile = true;
props0.services = true;
props0["sys-encoding"] = true;
props0["sys-language"] = true;
props0.timezone = true;
props0["!root-password"] = true;
props0["!users"] = true;
props0["x-writ"] = true;
}
if(data.$schema !== undefined){
if(typeof data.$schema !== "string"){
const err6 = {instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data["additional-repositories"] !== undefined){
let data1 = data["additional-repositories"];
if(typeof data1 !== "string"){
const err7 = {instancePath:instancePath+"/additional-repositories",schemaPath:"#/properties/additional-repositories/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!((data1 === "multilib") || (data1 === "testing"))){
const err8 = {instancePath:instancePath+"/additional-repositories",schemaPath:"#/properties/additional-repositories/enum",keyword:"enum",params:{allowedValues: schema31.properties["additional-repositories"].enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.audio_config !== undefined){
let data2 = data.audio_config;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.audio !== undefined){
let data3 = data2.audio;
if(typeof data3 !== "string"){
const err9 = {instancePath:instancePath+"/audio_config/audio",schemaPath:"#/properties/audio_config/properties/audio/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!((data3 === "pipewire") || (data3 === "pulseaudio"))){
const err10 = {instancePath:instancePath+"/audio_config/audio",schemaPath:"#/properties/audio_config/properties/audio/enum",keyword:"enum",params:{allowedValues: schema31.properties.audio_config.properties.audio.enum}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/audio_config",schemaPath:"#/properties/audio_config/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.bootloader !== undefined){
let data4 = data.bootloader;
if(typeof data4 !== "string"){
const err12 = {instancePath:instancePath+"/bootloader",schemaPath:"#/properties/bootloader/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!(((data4 === "systemd-bootctl") || (data4 === "grub-install")) || (data4 === "efistub"))){
const err13 = {instancePath:instancePath+"/bootloader",schemaPath:"#/properties/bootloader/enum",keyword:"enum",params:{allowedValues: schema31.properties.bootloader.enum}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.uki !== undefined){
if(typeof data.uki !== "boolean"){
const err14 = {instancePath:instancePath+"/uki",schemaPath:"#/properties/uki/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data["custom-commands"] !== undefined){
let data6 = data["custom-commands"];
if(Array.isArray(data6)){
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
const _errs19 = errors;
let valid5 = false;
const _errs20 = errors;
if(typeof data7 !== "string"){
const err15 = {instancePath:instancePath+"/custom-commands/" + i0,schemaPath:"#/properties/custom-commands/items/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var _valid1 = _errs20 === errors;
valid5 = valid5 || _valid1;
const _errs22 = errors;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.$secret === undefined){
const err16 = {instancePath:instancePath+"/custom-commands/" + i0,schemaPath:"#/$defs/secret/required",keyword:"required",params:{missingProperty: "$secret"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data7.$secret !== undefined){
let data8 = data7.$secret;
if(typeof data8 === "string"){
if(data8.length < 1){
const err17 = {instancePath:instancePath+"/custom-commands/" + i0+"/$secret",schemaPath:"#/$defs/secret/properties/%24secret/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/custom-commands/" + i0+"/$secret",schemaPath:"#/$defs/secret/properties/%24secret/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/custom-commands/" + i0,schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
var _valid1 = _errs22 === errors;
valid5 = valid5 || _valid1;
if(_valid1){
var props1 = {};
props1.$secret = true;
}
if(!valid5){
const err20 = {instancePath:instancePath+"/custom-commands/" + i0,schemaPath:"#/properties/custom-commands/items/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
else {
errors = _errs19;
if(vErrors !== null){
if(_errs19){
vErrors.length = _errs19;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err21 = {instancePath:instancePath+"/custom-commands",schemaPath:"#/properties/custom-commands/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.harddrives !== undefined){
let data9 = data.harddrives;
if(Array.isArray(data9)){
if(data9.length > 2){
const err22 = {instancePath:instancePath+"/harddrives",schemaPath:"#/properties/harddrives/maxItems",keyword:"maxItems",params:{limit: 2}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
let data10 = data9[i1];
if(typeof data10 === "string"){
if(data10.length < 1){
const err23 = {instancePath:instancePath+"/harddrives/" + i1,schemaPath:"#/properties/harddrives/items/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/harddrives/" + i1,schemaPath:"#/properties/harddrives/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/harddrives",schemaPath:"#/properties/harddrives/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.hostname !== undefined){
let data11 = data.hostname;
if(typeof data11 === "string"){
if(!pattern4.test(data11)){
const err26 = {instancePath:instancePath+"/hostname",schemaPath:"#/properties/hostname/pattern",keyword:"pattern",params:{pattern: "^(?=.{0,64}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)?$"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/hostname",schemaPath:"#/properties/hostname/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.kernels !== undefined){
let data12 = data.kernels;
if(Array.isArray(data12)){
if(data12.length < 1){
const err28 = {instancePath:instancePath+"/kernels",schemaPath:"#/properties/kernels/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
const len2 = data12.length;
for(let i2=0; i2<len2; i2++){
let data13 = data12[i2];
if(typeof data13 !== "string"){
const err29 = {instancePath:instancePath+"/kernels/" + i2,schemaPath:"#/$defs/kernel/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(!((((data13 === "linux") || (data13 === "linux-lts")) || (data13 === "linux-zen")) || (data13 === "linux-hardened"))){
const err30 = {instancePath:instancePath+"/kernels/" + i2,schemaPath:"#/$defs/kernel/enum",keyword:"enum",params:{allowedValues: schema33.enum}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/kernels",schemaPath:"#/properties/kernels/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data["keyboard-language"] !== undefined){
if(typeof data["keyboard-language"] !== "string"){
const err32 = {instancePath:instancePath+"/keyboard-language",schemaPath:"#/properties/keyboard-language/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data["mirror-region"] !== undefined){
let data15 = data["mirror-region"];
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key0 in data15){
let data16 = data15[key0];
const _errs44 = errors;
let valid14 = false;
const _errs45 = errors;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
for(const key1 in data16){
const _errs47 = errors;
if(typeof key1 === "string"){
if(!pattern5.test(key1)){
const err33 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/address/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\$repo)(?=.*\\$arch)(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$"},propertyName:key1};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/address/type",keyword:"type",params:{type: "string"},propertyName:key1};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var valid15 = _errs47 === errors;
if(!valid15){
const err35 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mirror-region/additionalProperties/anyOf/0/propertyNames",keyword:"propertyNames",params:{propertyName: key1}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
for(const key2 in data16){
let data17 = data16[key2];
const _errs52 = errors;
let valid18 = false;
const _errs53 = errors;
if(typeof data17 !== "boolean"){
const err36 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mirror-region/additionalProperties/anyOf/0/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var _valid3 = _errs53 === errors;
valid18 = valid18 || _valid3;
const _errs55 = errors;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.$secret === undefined){
const err37 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/secret/required",keyword:"required",params:{missingProperty: "$secret"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data17.$secret !== undefined){
let data18 = data17.$secret;
if(typeof data18 === "string"){
if(data18.length < 1){
const err38 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/$secret",schemaPath:"#/$defs/secret/properties/%24secret/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/$secret",schemaPath:"#/$defs/secret/properties/%24secret/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var _valid3 = _errs55 === errors;
valid18 = valid18 || _valid3;
if(_valid3){
var props2 = {};
props2.$secret = true;
}
if(!valid18){
const err41 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mirror-region/additionalProperties/anyOf/0/additionalProperties/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
else {
errors = _errs52;
if(vErrors !== null){
if(_errs52){
vErrors.length = _errs52;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err42 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mirror-region/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
var _valid2 = _errs45 === errors;
valid14 = valid14 || _valid2;
const _errs60 = errors;
if(Array.isArray(data16)){
const len3 = data16.length;
for(let i3=0; i3<len3; i3++){
let data19 = data16[i3];
if(typeof data19 === "string"){
if(!pattern5.test(data19)){
const err43 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i3,schemaPath:"#/$defs/address/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\$repo)(?=.*\\$arch)(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i3,schemaPath:"#/$defs/address/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
else {
const err45 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mirror-region/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
var _valid2 = _errs60 === errors;
valid14 = valid14 || _valid2;
if(!valid14){
const err46 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mirror-region/additionalProperties/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
else {
errors = _errs44;
if(vErrors !== null){
if(_errs44){
vErrors.length = _errs44;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err47 = {instancePath:instancePath+"/mirror-region",schemaPath:"#/properties/mirror-region/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data.network_config !== undefined){
let data20 = data.network_config;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(data20.type !== undefined){
let data21 = data20.type;
if(typeof data21 !== "string"){
const err48 = {instancePath:instancePath+"/network_config/type",schemaPath:"#/properties/network_config/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(!((((data21 === "nm") || (data21 === "manual")) || (data21 === "iso")) || (data21 === "none"))){
const err49 = {instancePath:instancePath+"/network_config/type",schemaPath:"#/properties/network_config/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.properties.network_config.properties.type.enum}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data20.nics !== undefined){
let data22 = data20.nics;
if(Array.isArray(data22)){
const len4 = data22.length;
for(let i4=0; i4<len4; i4++){
let data23 = data22[i4];
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(data23.iface === undefined){
const err50 = {instancePath:instancePath+"/network_config/nics/" + i4,schemaPath:"#/$defs/nic/required",keyword:"required",params:{missingProperty: "iface"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(data23.iface !== undefined){
let data24 = data23.iface;
if(typeof data24 === "string"){
if(data24.length < 1){
const err51 = {instancePath:instancePath+"/network_config/nics/" + i4+"/iface",schemaPath:"#/$defs/nic/properties/iface/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/network_config/nics/" + i4+"/iface",schemaPath:"#/$defs/nic/properties/iface/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data23.dhcp !== undefined){
if(typeof data23.dhcp !== "boolean"){
const err53 = {instancePath:instancePath+"/network_config/nics/" + i4+"/dhcp",schemaPath:"#/$defs/nic/properties/dhcp/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data23.ip !== undefined){
if(typeof data23.ip !== "string"){
const err54 = {instancePath:instancePath+"/network_config/nics/" + i4+"/ip",schemaPath:"#/$defs/nic/properties/ip/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data23.gateway !== undefined){
if(typeof data23.gateway !== "string"){
const err55 = {instancePath:instancePath+"/network_config/nics/" + i4+"/gateway",schemaPath:"#/$defs/nic/properties/gateway/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data23.dns !== undefined){
let data28 = data23.dns;
if(Array.isArray(data28)){
const len5 = data28.length;
for(let i5=0; i5<len5; i5++){
if(typeof data28[i5] !== "string"){
const err56 = {instancePath:instancePath+"/network_config/nics/" + i4+"/dns/" + i5,schemaPath:"#/$defs/nic/properties/dns/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
else {
const err57 = {instancePath:instancePath+"/network_config/nics/" + i4+"/dns",schemaPath:"#/$defs/nic/properties/dns/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
else {
const err58 = {instancePath:instancePath+"/network_config/nics/" + i4,schemaPath:"#/$defs/nic/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
}
else {
const err59 = {instancePath:instancePath+"/network_config/nics",schemaPath:"#/properties/network_config/properties/nics/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
else {
const err60 = {instancePath:instancePath+"/network_config",schemaPath:"#/properties/network_config/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.ntp !== undefined){
if(typeof data.ntp !== "boolean"){
const err61 = {instancePath:instancePath+"/ntp",schemaPath:"#/properties/ntp/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data.packages !== undefined){
let data31 = data.packages;
if(Array.isArray(data31)){
const len6 = data31.length;
for(let i6=0; i6<len6; i6++){
let data32 = data31[i6];
if(typeof data32 === "string"){
if(data32.length < 1){
const err62 = {instancePath:instancePath+"/packages/" + i6,schemaPath:"#/properties/packages/items/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
else {
const err63 = {instancePath:instancePath+"/packages/" + i6,schemaPath:"#/properties/packages/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath:instancePath+"/packages",schemaPath:"#/properties/packages/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data.profile !== undefined){
let data33 = data.profile;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
if(data33.path !== undefined){
let data34 = data33.path;
if(typeof data34 === "string"){
if(data34.length < 1){
const err65 = {instancePath:instancePath+"/profile/path",schemaPath:"#/properties/profile/properties/path/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
else {
const err66 = {instancePath:instancePath+"/profile/path",schemaPath:"#/properties/profile/properties/path/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data33.main !== undefined){
let data35 = data33.main;
if(typeof data35 !== "string"){
const err67 = {instancePath:instancePath+"/profile/main",schemaPath:"#/properties/profile/properties/main/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(!(((((data35 === "desktop") || (data35 === "minimal")) || (data35 === "server")) || (data35 === "xorg")) || (data35 === "custom"))){
const err68 = {instancePath:instancePath+"/profile/main",schemaPath:"#/properties/profile/properties/main/enum",keyword:"enum",params:{allowedValues: schema31.properties.profile.properties.main.enum}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data33.details !== undefined){
let data36 = data33.details;
if(typeof data36 !== "string"){
const err69 = {instancePath:instancePath+"/profile/details",schemaPath:"#/properties/profile/properties/details/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
const _errs100 = errors;
let valid34 = false;
const _errs101 = errors;
if(!(((((((((((((((((((((((((data36 === "awesome") || (data36 === "bspwm")) || (data36 === "budgie")) || (data36 === "cinnamon")) || (data36 === "cutefish")) || (data36 === "deepin")) || (data36 === "desktop")) || (data36 === "enlightenment")) || (data36 === "gnome")) || (data36 === "i3-wm")) || (data36 === "plasma")) || (data36 === "lxqt")) || (data36 === "mate")) || (data36 === "sway")) || (data36 === "xfce4")) || (data36 === "qtile")) || (data36 === "cockpit")) || (data36 === "docker")) || (data36 === "httpd")) || (data36 === "lighttpd")) || (data36 === "mariadb")) || (data36 === "nginx")) || (data36 === "postgresql")) || (data36 === "sshd")) || (data36 === "tomcat"))){
const err70 = {instancePath:instancePath+"/profile/details",schemaPath:"#/properties/profile/properties/details/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema31.properties.profile.properties.details.anyOf[0].enum}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
var _valid4 = _errs101 === errors;
valid34 = valid34 || _valid4;
const _errs102 = errors;
if(typeof data36 === "string"){
if(!pattern7.test(data36)){
const err71 = {instancePath:instancePath+"/profile/details",schemaPath:"#/properties/profile/properties/details/anyOf/1/pattern",keyword:"pattern",params:{pattern: "^([Aa][Ww][Ee][Ss][Oo][Mm][Ee]|[Bb][Ss][Pp][Ww][Mm]|[Bb][Uu][Dd][Gg][Ii][Ee]|[Cc][Ii][Nn][Nn][Aa][Mm][Oo][Nn]|[Cc][Uu][Tt][Ee][Ff][Ii][Ss][Hh]|[Dd][Ee][Ee][Pp][Ii][Nn]|[Dd][Ee][Ss][Kk][Tt][Oo][Pp]|[Ee][Nn][Ll][Ii][Gg][Hh][Tt][Ee][Nn][Mm][Ee][Nn][Tt]|[Gg][Nn][Oo][Mm][Ee]|[Ii]3-[Ww][Mm]|[Pp][Ll][Aa][Ss][Mm][Aa]|[Ll][Xx][Qq][Tt]|[Mm][Aa][Tt][Ee]|[Ss][Ww][Aa][Yy]|[Xx][Ff][Cc][Ee]4|[Qq][Tt][Ii][Ll][Ee]|[Cc][Oo][Cc][Kk][Pp][Ii][Tt]|[Dd][Oo][Cc][Kk][Ee][Rr]|[Hh][Tt][Tt][Pp][Dd]|[Ll][Ii][Gg][Hh][Tt][Tt][Pp][Dd]|[Mm][Aa][Rr][Ii][Aa][Dd][Bb]|[Nn][Gg][Ii][Nn][Xx]|[Pp][Oo][Ss][Tt][Gg][Rr][Ee][Ss][Qq][Ll]|[Ss][Ss][Hh][Dd]|[Tt][Oo][Mm][Cc][Aa][Tt])$"}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
var _valid4 = _errs102 === errors;
valid34 = valid34 || _valid4;
if(!valid34){
const err72 = {instancePath:instancePath+"/profile/details",schemaPath:"#/properties/profile/properties/details/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
else {
errors = _errs100;
if(vErrors !== null){
if(_errs100){
vErrors.length = _errs100;
}
else {
vErrors = null;
}
}
}
}
if(data33.custom !== undefined){
let data37 = data33.custom;
if(Array.isArray(data37)){
const len7 = data37.length;
for(let i7=0; i7<len7; i7++){
let data38 = data37[i7];
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(data38.packages !== undefined){
if(typeof data38.packages !== "string"){
const err73 = {instancePath:instancePath+"/profile/custom/" + i7+"/packages",schemaPath:"#/properties/profile/properties/custom/items/properties/packages/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
if(data38.services !== undefined){
if(typeof data38.services !== "string"){
const err74 = {instancePath:instancePath+"/profile/custom/" + i7+"/services",schemaPath:"#/properties/profile/properties/custom/items/properties/services/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data38.enabled !== undefined){
if(typeof data38.enabled !== "boolean"){
const err75 = {instancePath:instancePath+"/profile/custom/" + i7+"/enabled",schemaPath:"#/properties/profile/properties/custom/items/properties/enabled/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
}
else {
const err76 = {instancePath:instancePath+"/profile/custom/" + i7,schemaPath:"#/properties/profile/properties/custom/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
}
else {
const err77 = {instancePath:instancePath+"/profile/custom",schemaPath:"#/properties/profile/properties/custom/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data33.gfx_driver !== undefined){
let data42 = data33.gfx_driver;
if(typeof data42 !== "string"){
const err78 = {instancePath:instancePath+"/profile/gfx_driver",schemaPath:"#/properties/profile/properties/gfx_driver/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if(!(((((((data42 === "VMware / VirtualBox (open-source)") || (data42 === "Intel (open-source)")) || (data42 === "AMD / ATI (open-source)")) || (data42 === "All open-source (default)")) || (data42 === "Nvidia (open kernel module for newer GPUs, Turing+)")) || (data42 === "Nvidia (open-source nouveau driver)")) || (data42 === "Nvidia (proprietary)"))){
const err79 = {instancePath:instancePath+"/profile/gfx_driver",schemaPath:"#/properties/profile/properties/gfx_driver/enum",keyword:"enum",params:{allowedValues: schema31.properties.profile.properties.gfx_driver.enum}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data33.greeter_type !== undefined){
let data43 = data33.greeter_type;
if(typeof data43 !== "string"){
const err80 = {instancePath:instancePath+"/profile/greeter_type",schemaPath:"#/properties/profile/properties/greeter_type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(!(((data43 === "lightdm") || (data43 === "sddm")) || (data43 === "gdm"))){
const err81 = {instancePath:instancePath+"/profile/greeter_type",schemaPath:"#/properties/profile/properties/greeter_type/enum",keyword:"enum",params:{allowedValues: schema31.properties.profile.properties.greeter_type.enum}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
}
else {
const err82 = {instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
if(data.services !== undefined){
let data44 = data.services;
if(Array.isArray(data44)){
const len8 = data44.length;
for(let i8=0; i8<len8; i8++){
let data45 = data44[i8];
if(typeof data45 === "string"){
if(data45.length < 1){
const err83 = {instancePath:instancePath+"/services/" + i8,schemaPath:"#/properties/services/items/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
else {
const err84 = {instancePath:instancePath+"/services/" + i8,schemaPath:"#/properties/services/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
}
else {
const err85 = {instancePath:instancePath+"/services",schemaPath:"#/properties/services/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
if(data["sys-encoding"] !== undefined){
if(typeof data["sys-encoding"] !== "string"){
const err86 = {instancePath:instancePath+"/sys-encoding",schemaPath:"#/properties/sys-encoding/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
if(data["sys-language"] !== undefined){
if(typeof data["sys-language"] !== "string"){
const err87 = {instancePath:instancePath+"/sys-language",schemaPath:"#/properties/sys-language/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data.timezone !== undefined){
if(typeof data.timezone !== "string"){
const err88 = {instancePath:instancePath+"/timezone",schemaPath:"#/properties/timezone/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
if(data["!root-password"] !== undefined){
let data49 = data["!root-password"];
const _errs129 = errors;
let valid41 = false;
const _errs130 = errors;
if(typeof data49 !== "string"){
const err89 = {instancePath:instancePath+"/!root-password",schemaPath:"#/$defs/password/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
var _valid5 = _errs130 === errors;
valid41 = valid41 || _valid5;
const _errs132 = errors;
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
if(data49.$secret === undefined){
const err90 = {instancePath:instancePath+"/!root-password",schemaPath:"#/$defs/password/anyOf/1/required",keyword:"required",params:{missingProperty: "$secret"}};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if(data49.$secret !== undefined){
let data50 = data49.$secret;
if(typeof data50 === "string"){
if(data50.length < 1){
const err91 = {instancePath:instancePath+"/!root-password/$secret",schemaPath:"#/$defs/password/anyOf/1/properties/%24secret/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
else {
const err92 = {instancePath:instancePath+"/!root-password/$secret",schemaPath:"#/$defs/password/anyOf/1/properties/%24secret/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
if(data49.hash !== undefined){
if(typeof data49.hash !== "boolean"){
const err93 = {instancePath:instancePath+"/!root-password/hash",schemaPath:"#/$defs/password/anyOf/1/properties/hash/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
}
else {
const err94 = {instancePath:instancePath+"/!root-password",schemaPath:"#/$defs/password/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
var _valid5 = _errs132 === errors;
valid41 = valid41 || _valid5;
if(_valid5){
var props4 = {};
props4.$secret = true;
props4.hash = true;
}
if(!valid41){
const err95 = {instancePath:instancePath+"/!root-password",schemaPath:"#/$defs/password/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
else {
errors = _errs129;
if(vErrors !== null){
if(_errs129){
vErrors.length = _errs129;
}
else {
vErrors = null;
}
}
}
}
if(data["!users"] !== undefined){
let data52 = data["!users"];
const _errs139 = errors;
let valid43 = false;
const _errs140 = errors;
if(!(validate21(data52, {instancePath:instancePath+"/!users",parentData:data,parentDataProperty:"!users",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
var _valid6 = _errs140 === errors;
valid43 = valid43 || _valid6;
if(_valid6){
var props5 = {};
props5.username = true;
props5["!password"] = true;
props5.sudo = true;
}
const _errs141 = errors;
if(Array.isArray(data52)){
const len9 = data52.length;
for(let i9=0; i9<len9; i9++){
if(!(validate21(data52[i9], {instancePath:instancePath+"/!users/" + i9,parentData:data52,parentDataProperty:i9,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err96 = {instancePath:instancePath+"/!users",schemaPath:"#/properties/!users/anyOf/1/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
var _valid6 = _errs141 === errors;
valid43 = valid43 || _valid6;
if(!valid43){
const err97 = {instancePath:instancePath+"/!users",schemaPath:"#/properties/!users/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
else {
errors = _errs139;
if(vErrors !== null){
if(_errs139){
vErrors.length = _errs139;
}
else {
vErrors = null;
}
}
}
}
if(data["x-writ"] !== undefined){
let data54 = data["x-writ"];
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
for(const key3 in data54){
if(!(func1.call(schema31.properties["x-writ"].properties, key3))){
const err98 = {instancePath:instancePath+"/x-writ",schemaPath:"#/properties/x-writ/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
if(data54.accounts !== undefined){
let data55 = data54.accounts;
if(data55 && typeof data55 == "object" && !Array.isArray(data55)){
for(const key4 in data55){
let data56 = data55[key4];
if(data56 && typeof data56 == "object" && !Array.isArray(data56)){
for(const key5 in data56){
if(!(((((key5 === "authorized-keys") || (key5 === "full-name")) || (key5 === "groups")) || (key5 === "home-mode")) || (key5 === "shell"))){
const err99 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/account/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5}};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
if(data56["authorized-keys"] !== undefined){
let data57 = data56["authorized-keys"];
if(Array.isArray(data57)){
const len10 = data57.length;
for(let i10=0; i10<len10; i10++){
let data58 = data57[i10];
if(typeof data58 === "string"){
if(!pattern9.test(data58)){
const err100 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/authorized-keys/" + i10,schemaPath:"#/$defs/account/properties/authorized-keys/items/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f]+$"}};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
else {
const err101 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/authorized-keys/" + i10,schemaPath:"#/$defs/account/properties/authorized-keys/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
}
else {
const err102 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/authorized-keys",schemaPath:"#/$defs/account/properties/authorized-keys/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data56["full-name"] !== undefined){
let data59 = data56["full-name"];
if(typeof data59 === "string"){
if(!pattern10.test(data59)){
const err103 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/full-name",schemaPath:"#/$defs/account/properties/full-name/pattern",keyword:"pattern",params:{pattern: "^[^:,\\u0000-\\u001f]*$"}};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
else {
const err104 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/full-name",schemaPath:"#/$defs/account/properties/full-name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
if(data56.groups !== undefined){
let data60 = data56.groups;
if(Array.isArray(data60)){
const len11 = data60.length;
for(let i11=0; i11<len11; i11++){
let data61 = data60[i11];
if(typeof data61 === "string"){
if(!pattern8.test(data61)){
const err105 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/groups/" + i11,schemaPath:"#/$defs/account/properties/groups/items/pattern",keyword:"pattern",params:{pattern: "^[a-z_][a-z0-9_-]{0,31}$"}};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
else {
const err106 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/groups/" + i11,schemaPath:"#/$defs/account/properties/groups/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
}
else {
const err107 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/groups",schemaPath:"#/$defs/account/properties/groups/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
if(data56["home-mode"] !== undefined){
let data62 = data56["home-mode"];
if(typeof data62 === "string"){
if(!pattern12.test(data62)){
const err108 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/home-mode",schemaPath:"#/$defs/account/properties/home-mode/pattern",keyword:"pattern",params:{pattern: "^07[0-7]{2}$"}};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
else {
const err109 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/home-mode",schemaPath:"#/$defs/account/properties/home-mode/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
if(data56.shell !== undefined){
let data63 = data56.shell;
if(typeof data63 === "string"){
if(!pattern13.test(data63)){
const err110 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/shell",schemaPath:"#/$defs/account/properties/shell/pattern",keyword:"pattern",params:{pattern: "^/[^:\\s]+$"}};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
else {
const err111 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/shell",schemaPath:"#/$defs/account/properties/shell/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
}
else {
const err112 = {instancePath:instancePath+"/x-writ/accounts/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/account/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
}
else {
const err113 = {instancePath:instancePath+"/x-writ/accounts",schemaPath:"#/properties/x-writ/properties/accounts/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
if(data54.aur !== undefined){
let data64 = data54.aur;
if(data64 && typeof data64 == "object" && !Array.isArray(data64)){
if(data64.packages === undefined){
const err114 = {instancePath:instancePath+"/x-writ/aur",schemaPath:"#/$defs/aur/required",keyword:"required",params:{missingProperty: "packages"}};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
for(const key6 in data64){
if(!(key6 === "packages")){
const err115 = {instancePath:instancePath+"/x-writ/aur",schemaPath:"#/$defs/aur/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6}};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
if(data64.packages !== undefined){
let data65 = data64.packages;
if(Array.isArray(data65)){
const len12 = data65.length;
for(let i12=0; i12<len12; i12++){
let data66 = data65[i12];
if(typeof data66 === "string"){
if(!pattern14.test(data66)){
const err116 = {instancePath:instancePath+"/x-writ/aur/packages/" + i12,schemaPath:"#/$defs/aur/properties/packages/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9@._+-]+$"}};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
else {
const err117 = {instancePath:instancePath+"/x-writ/aur/packages/" + i12,schemaPath:"#/$defs/aur/properties/packages/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
}
else {
const err118 = {instancePath:instancePath+"/x-writ/aur/packages",schemaPath:"#/$defs/aur/properties/packages/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
}
else {
const err119 = {instancePath:instancePath+"/x-writ/aur",schemaPath:"#/$defs/aur/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
if(data54.commands !== undefined){
if(!(validate24(data54.commands, {instancePath:instancePath+"/x-writ/commands",parentData:data54,parentDataProperty:"commands",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
if(data54.desktops !== undefined){
let data68 = data54.desktops;
if(Array.isArray(data68)){
const len13 = data68.length;
for(let i13=0; i13<len13; i13++){
let data69 = data68[i13];
if(typeof data69 !== "string"){
const err120 = {instancePath:instancePath+"/x-writ/desktops/" + i13,schemaPath:"#/properties/x-writ/properties/desktops/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
if(!((((((data69 === "cosmic") || (data69 === "hyprland")) || (data69 === "labwc")) || (data69 === "niri")) || (data69 === "river")) || (data69 === "xmonad"))){
const err121 = {instancePath:instancePath+"/x-writ/desktops/" + i13,schemaPath:"#/properties/x-writ/properties/desktops/items/enum",keyword:"enum",params:{allowedValues: schema31.properties["x-writ"].properties.desktops.items.enum}};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
}
else {
const err122 = {instancePath:instancePath+"/x-writ/desktops",schemaPath:"#/properties/x-writ/properties/desktops/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
if(data54.disk !== undefined){
if(!(validate26(data54.disk, {instancePath:instancePath+"/x-writ/disk",parentData:data54,parentDataProperty:"disk",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
}
if(data54.features !== undefined){
let data71 = data54.features;
if(data71 && typeof data71 == "object" && !Array.isArray(data71)){
for(const key7 in data71){
if(!(((((key7 === "bluetooth") || (key7 === "firewall")) || (key7 === "fonts")) || (key7 === "power")) || (key7 === "printing"))){
const err123 = {instancePath:instancePath+"/x-writ/features",schemaPath:"#/$defs/features/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7}};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data71.bluetooth !== undefined){
if(typeof data71.bluetooth !== "boolean"){
const err124 = {instancePath:instancePath+"/x-writ/features/bluetooth",schemaPath:"#/$defs/features/properties/bluetooth/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
if(data71.firewall !== undefined){
let data73 = data71.firewall;
if(typeof data73 !== "string"){
const err125 = {instancePath:instancePath+"/x-writ/features/firewall",schemaPath:"#/$defs/features/properties/firewall/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
if(!(((data73 === "none") || (data73 === "ufw")) || (data73 === "firewalld"))){
const err126 = {instancePath:instancePath+"/x-writ/features/firewall",schemaPath:"#/$defs/features/properties/firewall/enum",keyword:"enum",params:{allowedValues: schema53.properties.firewall.enum}};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
if(data71.fonts !== undefined){
if(typeof data71.fonts !== "boolean"){
const err127 = {instancePath:instancePath+"/x-writ/features/fonts",schemaPath:"#/$defs/features/properties/fonts/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
if(data71.power !== undefined){
let data75 = data71.power;
if(typeof data75 !== "string"){
const err128 = {instancePath:instancePath+"/x-writ/features/power",schemaPath:"#/$defs/features/properties/power/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
if(!(((data75 === "none") || (data75 === "power-profiles-daemon")) || (data75 === "tuned"))){
const err129 = {instancePath:instancePath+"/x-writ/features/power",schemaPath:"#/$defs/features/properties/power/enum",keyword:"enum",params:{allowedValues: schema53.properties.power.enum}};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
if(data71.printing !== undefined){
if(typeof data71.printing !== "boolean"){
const err130 = {instancePath:instancePath+"/x-writ/features/printing",schemaPath:"#/$defs/features/properties/printing/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
}
else {
const err131 = {instancePath:instancePath+"/x-writ/features",schemaPath:"#/$defs/features/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
if(data54.network !== undefined){
if(!(validate30(data54.network, {instancePath:instancePath+"/x-writ/network",parentData:data54,parentDataProperty:"network",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
}
if(data54.repositories !== undefined){
let data78 = data54.repositories;
if(Array.isArray(data78)){
const len14 = data78.length;
for(let i14=0; i14<len14; i14++){
if(!(validate32(data78[i14], {instancePath:instancePath+"/x-writ/repositories/" + i14,parentData:data78,parentDataProperty:i14,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
}
}
else {
const err132 = {instancePath:instancePath+"/x-writ/repositories",schemaPath:"#/properties/x-writ/properties/repositories/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
if(data54.swap !== undefined){
let data80 = data54.swap;
if(data80 && typeof data80 == "object" && !Array.isArray(data80)){
if(data80.kind === undefined){
const err133 = {instancePath:instancePath+"/x-writ/swap",schemaPath:"#/$defs/swap/required",keyword:"required",params:{missingProperty: "kind"}};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
for(const key8 in data80){
if(!(((key8 === "hibernate") || (key8 === "kind")) || (key8 === "size"))){
const err134 = {instancePath:instancePath+"/x-writ/swap",schemaPath:"#/$defs/swap/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8}};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
if(data80.hibernate !== undefined){
if(typeof data80.hibernate !== "boolean"){
const err135 = {instancePath:instancePath+"/x-writ/swap/hibernate",schemaPath:"#/$defs/swap/properties/hibernate/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
if(data80.kind !== undefined){
let data82 = data80.kind;
if(typeof data82 !== "string"){
const err136 = {instancePath:instancePath+"/x-writ/swap/kind",schemaPath:"#/$defs/swap/properties/kind/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
if(!((((data82 === "none") || (data82 === "zram")) || (data82 === "file")) || (data82 === "partition"))){
const err137 = {instancePath:instancePath+"/x-writ/swap/kind",schemaPath:"#/$defs/swap/properties/kind/enum",keyword:"enum",params:{allowedValues: schema59.properties.kind.enum}};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
if(data80.size !== undefined){
let data83 = data80.size;
if(typeof data83 === "string"){
if(!pattern33.test(data83)){
const err138 = {instancePath:instancePath+"/x-writ/swap/size",schemaPath:"#/$defs/swap/properties/size/pattern",keyword:"pattern",params:{pattern: "^[1-9]\\d{0,6}(?:MiB|GiB|TiB)$"}};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
}
else {
const err139 = {instancePath:instancePath+"/x-writ/swap/size",schemaPath:"#/$defs/swap/properties/size/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
}
else {
const err140 = {instancePath:instancePath+"/x-writ/swap",schemaPath:"#/$defs/swap/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
}
else {
const err141 = {instancePath:instancePath+"/x-writ",schemaPath:"#/properties/x-writ/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
for(const key9 in data){
if(pattern34.test(key9)){
props0[key9] = true;
}
}
}
else {
const err142 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
validate20.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate20.evaluated = {"dynamicProps":true,"dynamicItems":false};
