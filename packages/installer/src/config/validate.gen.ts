// @ts-nocheck
// Made from schema.json by scripts/generate.ts: change the schema and run that.

/** One violation, as ajv reports it. */
export interface SchemaError {
  /** JSON pointer of the value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** True when the value fits; after a false, `errors` holds every violation. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export const validate: Validator = validate20;

const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"urn:writ:installer-config:1.0","type":"object","required":["bootloader","kernels","mirror-region"],"anyOf":[{"required":["!root-password"],"properties":{"!root-password":true}},{"required":["!users"],"properties":{"!users":true}}],"properties":{"$schema":{"type":"string"},"additional-repositories":{"type":"string","enum":["multilib","testing"]},"audio_config":{"type":"object","properties":{"audio":{"type":"string","enum":["pipewire","pulseaudio"]}}},"bootloader":{"type":"string","enum":["systemd-bootctl","grub-install","efistub"]},"uki":{"type":"boolean"},"custom-commands":{"type":"array","items":{"type":"string"},"default":[]},"harddrives":{"type":"array","maxItems":2,"items":{"type":"string","minLength":1},"default":[]},"hostname":{"type":"string","pattern":"^(?=.{0,64}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)?$"},"kernels":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/kernel"}},"keyboard-language":{"type":"string"},"mirror-region":{"type":"object","additionalProperties":{"anyOf":[{"type":"object","propertyNames":{"$ref":"#/$defs/address"},"additionalProperties":{"type":"boolean"}},{"type":"array","items":{"$ref":"#/$defs/address"}}]}},"network_config":{"type":"object","properties":{"type":{"type":"string","enum":["nm","manual","iso","none"]},"nics":{"type":"array","items":{"$ref":"#/$defs/nic"}}}},"ntp":{"type":"boolean"},"packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"profile":{"type":"object","properties":{"path":{"type":"string","minLength":1},"main":{"type":"string","enum":["desktop","minimal","server","xorg","custom"]},"details":{"type":"string","anyOf":[{"enum":["awesome","bspwm","budgie","cinnamon","cutefish","deepin","desktop","enlightenment","gnome","i3-wm","plasma","lxqt","mate","sway","xfce4","qtile","cockpit","docker","httpd","lighttpd","mariadb","nginx","postgresql","sshd","tomcat"]},{"pattern":"^([Aa][Ww][Ee][Ss][Oo][Mm][Ee]|[Bb][Ss][Pp][Ww][Mm]|[Bb][Uu][Dd][Gg][Ii][Ee]|[Cc][Ii][Nn][Nn][Aa][Mm][Oo][Nn]|[Cc][Uu][Tt][Ee][Ff][Ii][Ss][Hh]|[Dd][Ee][Ee][Pp][Ii][Nn]|[Dd][Ee][Ss][Kk][Tt][Oo][Pp]|[Ee][Nn][Ll][Ii][Gg][Hh][Tt][Ee][Nn][Mm][Ee][Nn][Tt]|[Gg][Nn][Oo][Mm][Ee]|[Ii]3-[Ww][Mm]|[Pp][Ll][Aa][Ss][Mm][Aa]|[Ll][Xx][Qq][Tt]|[Mm][Aa][Tt][Ee]|[Ss][Ww][Aa][Yy]|[Xx][Ff][Cc][Ee]4|[Qq][Tt][Ii][Ll][Ee]|[Cc][Oo][Cc][Kk][Pp][Ii][Tt]|[Dd][Oo][Cc][Kk][Ee][Rr]|[Hh][Tt][Tt][Pp][Dd]|[Ll][Ii][Gg][Hh][Tt][Tt][Pp][Dd]|[Mm][Aa][Rr][Ii][Aa][Dd][Bb]|[Nn][Gg][Ii][Nn][Xx]|[Pp][Oo][Ss][Tt][Gg][Rr][Ee][Ss][Qq][Ll]|[Ss][Ss][Hh][Dd]|[Tt][Oo][Mm][Cc][Aa][Tt])$"}]},"custom":{"type":"array","items":{"type":"object","properties":{"packages":{"type":"string"},"services":{"type":"string"},"enabled":{"type":"boolean"}}}},"gfx_driver":{"type":"string","enum":["VMware / VirtualBox (open-source)","Intel (open-source)","AMD / ATI (open-source)","All open-source (default)","Nvidia (open kernel module for newer GPUs, Turing+)","Nvidia (open-source nouveau driver)","Nvidia (proprietary)"]},"greeter_type":{"type":"string","enum":["lightdm","sddm","gdm"]}}},"services":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"sys-encoding":{"type":"string"},"sys-language":{"type":"string"},"timezone":{"type":"string"},"!root-password":{"$ref":"#/$defs/password"},"!users":{"anyOf":[{"$ref":"#/$defs/user"},{"type":"array","items":{"$ref":"#/$defs/user"}}]}},"patternProperties":{"^x-":{}},"$defs":{"address":{"type":"string","pattern":"^(?=.*\\$repo)(?=.*\\$arch)(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$"},"kernel":{"type":"string","enum":["linux","linux-lts","linux-zen","linux-hardened"]},"nic":{"type":"object","required":["iface"],"properties":{"iface":{"type":"string","minLength":1},"dhcp":{"type":"boolean"},"ip":{"type":"string"},"gateway":{"type":"string"},"dns":{"type":"array","items":{"type":"string"}}}},"password":{"anyOf":[{"type":"string"},{"type":"object","required":["$secret"],"properties":{"$secret":{"type":"string","minLength":1}}}]},"user":{"type":"object","required":["username"],"properties":{"username":{"type":"string","pattern":"^[a-z_][a-z0-9_-]{0,31}$"},"!password":{"$ref":"#/$defs/password"},"sudo":{"type":"boolean"}}}}};
const schema32 = {"type":"string","enum":["linux","linux-lts","linux-zen","linux-hardened"]};
const schema33 = {"type":"string","pattern":"^(?=.*\\$repo)(?=.*\\$arch)(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$"};
const schema35 = {"type":"object","required":["iface"],"properties":{"iface":{"type":"string","minLength":1},"dhcp":{"type":"boolean"},"ip":{"type":"string"},"gateway":{"type":"string"},"dns":{"type":"array","items":{"type":"string"}}}};
const schema36 = {"anyOf":[{"type":"string"},{"type":"object","required":["$secret"],"properties":{"$secret":{"type":"string","minLength":1}}}]};
const pattern4 = new RegExp("^(?=.{0,64}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)?$", "u");
const pattern5 = new RegExp("^(?=.*\\$repo)(?=.*\\$arch)(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$", "u");
const pattern7 = new RegExp("^([Aa][Ww][Ee][Ss][Oo][Mm][Ee]|[Bb][Ss][Pp][Ww][Mm]|[Bb][Uu][Dd][Gg][Ii][Ee]|[Cc][Ii][Nn][Nn][Aa][Mm][Oo][Nn]|[Cc][Uu][Tt][Ee][Ff][Ii][Ss][Hh]|[Dd][Ee][Ee][Pp][Ii][Nn]|[Dd][Ee][Ss][Kk][Tt][Oo][Pp]|[Ee][Nn][Ll][Ii][Gg][Hh][Tt][Ee][Nn][Mm][Ee][Nn][Tt]|[Gg][Nn][Oo][Mm][Ee]|[Ii]3-[Ww][Mm]|[Pp][Ll][Aa][Ss][Mm][Aa]|[Ll][Xx][Qq][Tt]|[Mm][Aa][Tt][Ee]|[Ss][Ww][Aa][Yy]|[Xx][Ff][Cc][Ee]4|[Qq][Tt][Ii][Ll][Ee]|[Cc][Oo][Cc][Kk][Pp][Ii][Tt]|[Dd][Oo][Cc][Kk][Ee][Rr]|[Hh][Tt][Tt][Pp][Dd]|[Ll][Ii][Gg][Hh][Tt][Tt][Pp][Dd]|[Mm][Aa][Rr][Ii][Aa][Dd][Bb]|[Nn][Gg][Ii][Nn][Xx]|[Pp][Oo][Ss][Tt][Gg][Rr][Ee][Ss][Qq][Ll]|[Ss][Ss][Hh][Dd]|[Tt][Oo][Mm][Cc][Aa][Tt])$", "u");
const pattern9 = new RegExp("^x-", "u");
const schema37 = {"type":"object","required":["username"],"properties":{"username":{"type":"string","pattern":"^[a-z_][a-z0-9_-]{0,31}$"},"!password":{"$ref":"#/$defs/password"},"sudo":{"type":"boolean"}}};
const pattern8 = new RegExp("^[a-z_][a-z0-9_-]{0,31}$", "u");

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
}
else {
const err7 = {instancePath:instancePath+"/!password",schemaPath:"#/$defs/password/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid2 = valid2 || _valid0;
if(_valid0){
var props0 = {};
props0.$secret = true;
}
if(!valid2){
const err8 = {instancePath:instancePath+"/!password",schemaPath:"#/$defs/password/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
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
const err9 = {instancePath:instancePath+"/sudo",schemaPath:"#/properties/sudo/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"username":true,"!password":true,"sudo":true},"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="urn:writ:installer-config:1.0" */;
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
if(typeof data6[i0] !== "string"){
const err15 = {instancePath:instancePath+"/custom-commands/" + i0,schemaPath:"#/properties/custom-commands/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/custom-commands",schemaPath:"#/properties/custom-commands/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.harddrives !== undefined){
let data8 = data.harddrives;
if(Array.isArray(data8)){
if(data8.length > 2){
const err17 = {instancePath:instancePath+"/harddrives",schemaPath:"#/properties/harddrives/maxItems",keyword:"maxItems",params:{limit: 2}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
let data9 = data8[i1];
if(typeof data9 === "string"){
if(data9.length < 1){
const err18 = {instancePath:instancePath+"/harddrives/" + i1,schemaPath:"#/properties/harddrives/items/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/harddrives/" + i1,schemaPath:"#/properties/harddrives/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/harddrives",schemaPath:"#/properties/harddrives/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.hostname !== undefined){
let data10 = data.hostname;
if(typeof data10 === "string"){
if(!pattern4.test(data10)){
const err21 = {instancePath:instancePath+"/hostname",schemaPath:"#/properties/hostname/pattern",keyword:"pattern",params:{pattern: "^(?=.{0,64}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)?$"}};
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
const err22 = {instancePath:instancePath+"/hostname",schemaPath:"#/properties/hostname/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.kernels !== undefined){
let data11 = data.kernels;
if(Array.isArray(data11)){
if(data11.length < 1){
const err23 = {instancePath:instancePath+"/kernels",schemaPath:"#/properties/kernels/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
const len2 = data11.length;
for(let i2=0; i2<len2; i2++){
let data12 = data11[i2];
if(typeof data12 !== "string"){
const err24 = {instancePath:instancePath+"/kernels/" + i2,schemaPath:"#/$defs/kernel/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!((((data12 === "linux") || (data12 === "linux-lts")) || (data12 === "linux-zen")) || (data12 === "linux-hardened"))){
const err25 = {instancePath:instancePath+"/kernels/" + i2,schemaPath:"#/$defs/kernel/enum",keyword:"enum",params:{allowedValues: schema32.enum}};
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
const err26 = {instancePath:instancePath+"/kernels",schemaPath:"#/properties/kernels/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data["keyboard-language"] !== undefined){
if(typeof data["keyboard-language"] !== "string"){
const err27 = {instancePath:instancePath+"/keyboard-language",schemaPath:"#/properties/keyboard-language/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data["mirror-region"] !== undefined){
let data14 = data["mirror-region"];
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key0 in data14){
let data15 = data14[key0];
const _errs37 = errors;
let valid11 = false;
const _errs38 = errors;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key1 in data15){
const _errs40 = errors;
if(typeof key1 === "string"){
if(!pattern5.test(key1)){
const err28 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/address/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\$repo)(?=.*\\$arch)(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$"},propertyName:key1};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/address/type",keyword:"type",params:{type: "string"},propertyName:key1};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
var valid12 = _errs40 === errors;
if(!valid12){
const err30 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mirror-region/additionalProperties/anyOf/0/propertyNames",keyword:"propertyNames",params:{propertyName: key1}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
for(const key2 in data15){
if(typeof data15[key2] !== "boolean"){
const err31 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mirror-region/additionalProperties/anyOf/0/additionalProperties/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mirror-region/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
var _valid1 = _errs38 === errors;
valid11 = valid11 || _valid1;
const _errs46 = errors;
if(Array.isArray(data15)){
const len3 = data15.length;
for(let i3=0; i3<len3; i3++){
let data17 = data15[i3];
if(typeof data17 === "string"){
if(!pattern5.test(data17)){
const err33 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i3,schemaPath:"#/$defs/address/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\$repo)(?=.*\\$arch)(https?://([^/\\s]*@)?([^/\\s:@\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?|file://)/[^@\\s?#\\u0000-\\u001f\\u007f]*$"}};
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
const err34 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i3,schemaPath:"#/$defs/address/type",keyword:"type",params:{type: "string"}};
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
const err35 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mirror-region/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
var _valid1 = _errs46 === errors;
valid11 = valid11 || _valid1;
if(!valid11){
const err36 = {instancePath:instancePath+"/mirror-region/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mirror-region/additionalProperties/anyOf",keyword:"anyOf",params:{}};
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
}
else {
const err37 = {instancePath:instancePath+"/mirror-region",schemaPath:"#/properties/mirror-region/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.network_config !== undefined){
let data18 = data.network_config;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.type !== undefined){
let data19 = data18.type;
if(typeof data19 !== "string"){
const err38 = {instancePath:instancePath+"/network_config/type",schemaPath:"#/properties/network_config/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(!((((data19 === "nm") || (data19 === "manual")) || (data19 === "iso")) || (data19 === "none"))){
const err39 = {instancePath:instancePath+"/network_config/type",schemaPath:"#/properties/network_config/properties/type/enum",keyword:"enum",params:{allowedValues: schema31.properties.network_config.properties.type.enum}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data18.nics !== undefined){
let data20 = data18.nics;
if(Array.isArray(data20)){
const len4 = data20.length;
for(let i4=0; i4<len4; i4++){
let data21 = data20[i4];
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.iface === undefined){
const err40 = {instancePath:instancePath+"/network_config/nics/" + i4,schemaPath:"#/$defs/nic/required",keyword:"required",params:{missingProperty: "iface"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data21.iface !== undefined){
let data22 = data21.iface;
if(typeof data22 === "string"){
if(data22.length < 1){
const err41 = {instancePath:instancePath+"/network_config/nics/" + i4+"/iface",schemaPath:"#/$defs/nic/properties/iface/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/network_config/nics/" + i4+"/iface",schemaPath:"#/$defs/nic/properties/iface/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data21.dhcp !== undefined){
if(typeof data21.dhcp !== "boolean"){
const err43 = {instancePath:instancePath+"/network_config/nics/" + i4+"/dhcp",schemaPath:"#/$defs/nic/properties/dhcp/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data21.ip !== undefined){
if(typeof data21.ip !== "string"){
const err44 = {instancePath:instancePath+"/network_config/nics/" + i4+"/ip",schemaPath:"#/$defs/nic/properties/ip/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data21.gateway !== undefined){
if(typeof data21.gateway !== "string"){
const err45 = {instancePath:instancePath+"/network_config/nics/" + i4+"/gateway",schemaPath:"#/$defs/nic/properties/gateway/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data21.dns !== undefined){
let data26 = data21.dns;
if(Array.isArray(data26)){
const len5 = data26.length;
for(let i5=0; i5<len5; i5++){
if(typeof data26[i5] !== "string"){
const err46 = {instancePath:instancePath+"/network_config/nics/" + i4+"/dns/" + i5,schemaPath:"#/$defs/nic/properties/dns/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/network_config/nics/" + i4+"/dns",schemaPath:"#/$defs/nic/properties/dns/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath:instancePath+"/network_config/nics/" + i4,schemaPath:"#/$defs/nic/type",keyword:"type",params:{type: "object"}};
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
const err49 = {instancePath:instancePath+"/network_config/nics",schemaPath:"#/properties/network_config/properties/nics/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
else {
const err50 = {instancePath:instancePath+"/network_config",schemaPath:"#/properties/network_config/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data.ntp !== undefined){
if(typeof data.ntp !== "boolean"){
const err51 = {instancePath:instancePath+"/ntp",schemaPath:"#/properties/ntp/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data.packages !== undefined){
let data29 = data.packages;
if(Array.isArray(data29)){
const len6 = data29.length;
for(let i6=0; i6<len6; i6++){
let data30 = data29[i6];
if(typeof data30 === "string"){
if(data30.length < 1){
const err52 = {instancePath:instancePath+"/packages/" + i6,schemaPath:"#/properties/packages/items/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
else {
const err53 = {instancePath:instancePath+"/packages/" + i6,schemaPath:"#/properties/packages/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/packages",schemaPath:"#/properties/packages/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data.profile !== undefined){
let data31 = data.profile;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(data31.path !== undefined){
let data32 = data31.path;
if(typeof data32 === "string"){
if(data32.length < 1){
const err55 = {instancePath:instancePath+"/profile/path",schemaPath:"#/properties/profile/properties/path/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/profile/path",schemaPath:"#/properties/profile/properties/path/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data31.main !== undefined){
let data33 = data31.main;
if(typeof data33 !== "string"){
const err57 = {instancePath:instancePath+"/profile/main",schemaPath:"#/properties/profile/properties/main/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(!(((((data33 === "desktop") || (data33 === "minimal")) || (data33 === "server")) || (data33 === "xorg")) || (data33 === "custom"))){
const err58 = {instancePath:instancePath+"/profile/main",schemaPath:"#/properties/profile/properties/main/enum",keyword:"enum",params:{allowedValues: schema31.properties.profile.properties.main.enum}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data31.details !== undefined){
let data34 = data31.details;
if(typeof data34 !== "string"){
const err59 = {instancePath:instancePath+"/profile/details",schemaPath:"#/properties/profile/properties/details/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
const _errs86 = errors;
let valid28 = false;
const _errs87 = errors;
if(!(((((((((((((((((((((((((data34 === "awesome") || (data34 === "bspwm")) || (data34 === "budgie")) || (data34 === "cinnamon")) || (data34 === "cutefish")) || (data34 === "deepin")) || (data34 === "desktop")) || (data34 === "enlightenment")) || (data34 === "gnome")) || (data34 === "i3-wm")) || (data34 === "plasma")) || (data34 === "lxqt")) || (data34 === "mate")) || (data34 === "sway")) || (data34 === "xfce4")) || (data34 === "qtile")) || (data34 === "cockpit")) || (data34 === "docker")) || (data34 === "httpd")) || (data34 === "lighttpd")) || (data34 === "mariadb")) || (data34 === "nginx")) || (data34 === "postgresql")) || (data34 === "sshd")) || (data34 === "tomcat"))){
const err60 = {instancePath:instancePath+"/profile/details",schemaPath:"#/properties/profile/properties/details/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema31.properties.profile.properties.details.anyOf[0].enum}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
var _valid2 = _errs87 === errors;
valid28 = valid28 || _valid2;
const _errs88 = errors;
if(typeof data34 === "string"){
if(!pattern7.test(data34)){
const err61 = {instancePath:instancePath+"/profile/details",schemaPath:"#/properties/profile/properties/details/anyOf/1/pattern",keyword:"pattern",params:{pattern: "^([Aa][Ww][Ee][Ss][Oo][Mm][Ee]|[Bb][Ss][Pp][Ww][Mm]|[Bb][Uu][Dd][Gg][Ii][Ee]|[Cc][Ii][Nn][Nn][Aa][Mm][Oo][Nn]|[Cc][Uu][Tt][Ee][Ff][Ii][Ss][Hh]|[Dd][Ee][Ee][Pp][Ii][Nn]|[Dd][Ee][Ss][Kk][Tt][Oo][Pp]|[Ee][Nn][Ll][Ii][Gg][Hh][Tt][Ee][Nn][Mm][Ee][Nn][Tt]|[Gg][Nn][Oo][Mm][Ee]|[Ii]3-[Ww][Mm]|[Pp][Ll][Aa][Ss][Mm][Aa]|[Ll][Xx][Qq][Tt]|[Mm][Aa][Tt][Ee]|[Ss][Ww][Aa][Yy]|[Xx][Ff][Cc][Ee]4|[Qq][Tt][Ii][Ll][Ee]|[Cc][Oo][Cc][Kk][Pp][Ii][Tt]|[Dd][Oo][Cc][Kk][Ee][Rr]|[Hh][Tt][Tt][Pp][Dd]|[Ll][Ii][Gg][Hh][Tt][Tt][Pp][Dd]|[Mm][Aa][Rr][Ii][Aa][Dd][Bb]|[Nn][Gg][Ii][Nn][Xx]|[Pp][Oo][Ss][Tt][Gg][Rr][Ee][Ss][Qq][Ll]|[Ss][Ss][Hh][Dd]|[Tt][Oo][Mm][Cc][Aa][Tt])$"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
var _valid2 = _errs88 === errors;
valid28 = valid28 || _valid2;
if(!valid28){
const err62 = {instancePath:instancePath+"/profile/details",schemaPath:"#/properties/profile/properties/details/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
else {
errors = _errs86;
if(vErrors !== null){
if(_errs86){
vErrors.length = _errs86;
}
else {
vErrors = null;
}
}
}
}
if(data31.custom !== undefined){
let data35 = data31.custom;
if(Array.isArray(data35)){
const len7 = data35.length;
for(let i7=0; i7<len7; i7++){
let data36 = data35[i7];
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
if(data36.packages !== undefined){
if(typeof data36.packages !== "string"){
const err63 = {instancePath:instancePath+"/profile/custom/" + i7+"/packages",schemaPath:"#/properties/profile/properties/custom/items/properties/packages/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data36.services !== undefined){
if(typeof data36.services !== "string"){
const err64 = {instancePath:instancePath+"/profile/custom/" + i7+"/services",schemaPath:"#/properties/profile/properties/custom/items/properties/services/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data36.enabled !== undefined){
if(typeof data36.enabled !== "boolean"){
const err65 = {instancePath:instancePath+"/profile/custom/" + i7+"/enabled",schemaPath:"#/properties/profile/properties/custom/items/properties/enabled/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/profile/custom/" + i7,schemaPath:"#/properties/profile/properties/custom/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
}
else {
const err67 = {instancePath:instancePath+"/profile/custom",schemaPath:"#/properties/profile/properties/custom/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data31.gfx_driver !== undefined){
let data40 = data31.gfx_driver;
if(typeof data40 !== "string"){
const err68 = {instancePath:instancePath+"/profile/gfx_driver",schemaPath:"#/properties/profile/properties/gfx_driver/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if(!(((((((data40 === "VMware / VirtualBox (open-source)") || (data40 === "Intel (open-source)")) || (data40 === "AMD / ATI (open-source)")) || (data40 === "All open-source (default)")) || (data40 === "Nvidia (open kernel module for newer GPUs, Turing+)")) || (data40 === "Nvidia (open-source nouveau driver)")) || (data40 === "Nvidia (proprietary)"))){
const err69 = {instancePath:instancePath+"/profile/gfx_driver",schemaPath:"#/properties/profile/properties/gfx_driver/enum",keyword:"enum",params:{allowedValues: schema31.properties.profile.properties.gfx_driver.enum}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data31.greeter_type !== undefined){
let data41 = data31.greeter_type;
if(typeof data41 !== "string"){
const err70 = {instancePath:instancePath+"/profile/greeter_type",schemaPath:"#/properties/profile/properties/greeter_type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if(!(((data41 === "lightdm") || (data41 === "sddm")) || (data41 === "gdm"))){
const err71 = {instancePath:instancePath+"/profile/greeter_type",schemaPath:"#/properties/profile/properties/greeter_type/enum",keyword:"enum",params:{allowedValues: schema31.properties.profile.properties.greeter_type.enum}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data.services !== undefined){
let data42 = data.services;
if(Array.isArray(data42)){
const len8 = data42.length;
for(let i8=0; i8<len8; i8++){
let data43 = data42[i8];
if(typeof data43 === "string"){
if(data43.length < 1){
const err73 = {instancePath:instancePath+"/services/" + i8,schemaPath:"#/properties/services/items/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
else {
const err74 = {instancePath:instancePath+"/services/" + i8,schemaPath:"#/properties/services/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
else {
const err75 = {instancePath:instancePath+"/services",schemaPath:"#/properties/services/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data["sys-encoding"] !== undefined){
if(typeof data["sys-encoding"] !== "string"){
const err76 = {instancePath:instancePath+"/sys-encoding",schemaPath:"#/properties/sys-encoding/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
if(data["sys-language"] !== undefined){
if(typeof data["sys-language"] !== "string"){
const err77 = {instancePath:instancePath+"/sys-language",schemaPath:"#/properties/sys-language/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data.timezone !== undefined){
if(typeof data.timezone !== "string"){
const err78 = {instancePath:instancePath+"/timezone",schemaPath:"#/properties/timezone/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
if(data["!root-password"] !== undefined){
let data47 = data["!root-password"];
const _errs115 = errors;
let valid35 = false;
const _errs116 = errors;
if(typeof data47 !== "string"){
const err79 = {instancePath:instancePath+"/!root-password",schemaPath:"#/$defs/password/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
var _valid3 = _errs116 === errors;
valid35 = valid35 || _valid3;
const _errs118 = errors;
if(data47 && typeof data47 == "object" && !Array.isArray(data47)){
if(data47.$secret === undefined){
const err80 = {instancePath:instancePath+"/!root-password",schemaPath:"#/$defs/password/anyOf/1/required",keyword:"required",params:{missingProperty: "$secret"}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(data47.$secret !== undefined){
let data48 = data47.$secret;
if(typeof data48 === "string"){
if(data48.length < 1){
const err81 = {instancePath:instancePath+"/!root-password/$secret",schemaPath:"#/$defs/password/anyOf/1/properties/%24secret/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/!root-password/$secret",schemaPath:"#/$defs/password/anyOf/1/properties/%24secret/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
else {
const err83 = {instancePath:instancePath+"/!root-password",schemaPath:"#/$defs/password/anyOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
var _valid3 = _errs118 === errors;
valid35 = valid35 || _valid3;
if(_valid3){
var props2 = {};
props2.$secret = true;
}
if(!valid35){
const err84 = {instancePath:instancePath+"/!root-password",schemaPath:"#/$defs/password/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
else {
errors = _errs115;
if(vErrors !== null){
if(_errs115){
vErrors.length = _errs115;
}
else {
vErrors = null;
}
}
}
}
if(data["!users"] !== undefined){
let data49 = data["!users"];
const _errs123 = errors;
let valid37 = false;
const _errs124 = errors;
if(!(validate21(data49, {instancePath:instancePath+"/!users",parentData:data,parentDataProperty:"!users",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
var _valid4 = _errs124 === errors;
valid37 = valid37 || _valid4;
if(_valid4){
var props3 = {};
props3.username = true;
props3["!password"] = true;
props3.sudo = true;
}
const _errs125 = errors;
if(Array.isArray(data49)){
const len9 = data49.length;
for(let i9=0; i9<len9; i9++){
if(!(validate21(data49[i9], {instancePath:instancePath+"/!users/" + i9,parentData:data49,parentDataProperty:i9,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err85 = {instancePath:instancePath+"/!users",schemaPath:"#/properties/!users/anyOf/1/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
var _valid4 = _errs125 === errors;
valid37 = valid37 || _valid4;
if(!valid37){
const err86 = {instancePath:instancePath+"/!users",schemaPath:"#/properties/!users/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
else {
errors = _errs123;
if(vErrors !== null){
if(_errs123){
vErrors.length = _errs123;
}
else {
vErrors = null;
}
}
}
}
for(const key3 in data){
if(pattern9.test(key3)){
props0[key3] = true;
}
}
}
else {
const err87 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
validate20.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate20.evaluated = {"dynamicProps":true,"dynamicItems":false};
