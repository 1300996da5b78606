-- A workspace as format version 1 wrote it. Never changed: every later version must open it.
pragma application_id = 1128811347;
pragma user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE access_lists (
  document_id text primary key references documents (id),
  data text not null
) strict;
INSERT INTO "access_lists" VALUES('150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4','{"acl": ["keepers"]}');
CREATE TABLE approvals (
  id text primary key,
  profile_hash text not null references profile_versions (hash),
  question_set_hash text not null references question_sets (hash),
  author text not null,
  created text not null,
  revoked text,
  data text not null
) strict;
INSERT INTO "approvals" VALUES('a6ebe13dbc988817','40bab339280420cc','084f91dec7f31ce2','ann','2026-11-30T20:07:15.871+00:00',NULL,'{"profile": "40bab339280420cc", "question_set": "084f91dec7f31ce2", "documents": [{"id": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "sha256": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4"}], "chunk_sets": ["9d520b7d305a706e"], "corpus_version": "4793a5bb628dfd6a", "verdict": {"searchable": true, "R@5": 1.0, "interval": [1.0, 1.0], "required": 0.8, "tok@5": 268.6, "questions": 7, "question_set": "5dcfb08be4edb297", "retriever": "bm25", "reasons": [], "notes": ["Only 7 held-out questions: the interval is wide."]}, "waived": [], "note": "first"}');
CREATE TABLE audit_log (
  sequence integer primary key,
  at text not null,
  author text not null,
  action text not null,
  data text not null,
  previous text not null,
  hash text not null unique
) strict;
INSERT INTO "audit_log" VALUES(1,'2026-11-30T20:07:13.321+00:00','ann','document.add','{"document":"150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4","file":"zoo.txt"}','0000000000000000000000000000000000000000000000000000000000000000','b7e326b3b0af7aeb39869f272dc54f4eaba088da4a067ff554eff5f6b13349f0');
INSERT INTO "audit_log" VALUES(2,'2026-11-30T20:07:13.332+00:00','ann','document.access','{"access":{"acl":["keepers"]},"document":"150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4"}','b7e326b3b0af7aeb39869f272dc54f4eaba088da4a067ff554eff5f6b13349f0','816d7326b13bb2d9d5f548d3fc7e77070a9af4e56ee607a7af83d65d9d239c23');
INSERT INTO "audit_log" VALUES(3,'2026-11-30T20:07:13.337+00:00','ann','profile.save','{"name":"Default","note":"the first","parent":null,"profile":"40bab339280420cc"}','816d7326b13bb2d9d5f548d3fc7e77070a9af4e56ee607a7af83d65d9d239c23','2596eb7f04505db8442a5d3de64f08fc1226465a378eaa2f5c094838dfb1f382');
INSERT INTO "audit_log" VALUES(4,'2026-11-30T20:07:13.344+00:00','ann','profile.tag','{"profile":"40bab339280420cc","tag":"live"}','2596eb7f04505db8442a5d3de64f08fc1226465a378eaa2f5c094838dfb1f382','bc2c9374a919712e193f1d937244b845d88b0598b86a8a92c3f869b4aa78b716');
INSERT INTO "audit_log" VALUES(5,'2026-11-30T20:07:13.352+00:00','ann','rule.add','{"copies":0,"document":"150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4","following":"","heading":"","kind":"always_cut","level":0,"nth":0,"page":1,"previous":"","quote":"The badger is fed at 3 in the morning.","rule":"fabbbf7a4b5d","side":"after","whole":false,"y":0.0}','bc2c9374a919712e193f1d937244b845d88b0598b86a8a92c3f869b4aa78b716','cb34e4e1a6ed87ff65653f119b4ef4eb04c642abf1589af66e63d275c5e0c39c');
INSERT INTO "audit_log" VALUES(6,'2026-11-30T20:07:13.360+00:00','ann','questions.save','{"question_set":"084f91dec7f31ce2","questions":12}','cb34e4e1a6ed87ff65653f119b4ef4eb04c642abf1589af66e63d275c5e0c39c','7c987f44bd067344f0a5ffad4baf45f382357d0da236d32f472dbe44b2ef0881');
INSERT INTO "audit_log" VALUES(7,'2026-11-30T20:07:15.669+00:00','ann','chunk_set.save','{"chunk_set":"9d520b7d305a706e","document":"150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4","policy":"81678839add94d6c749f3144e79911cb","records":7}','7c987f44bd067344f0a5ffad4baf45f382357d0da236d32f472dbe44b2ef0881','d07f018bed43f36face210da43892b350a59bd05cf047ff02c59fea41a9a6452');
INSERT INTO "audit_log" VALUES(8,'2026-11-30T20:07:15.872+00:00','ann','profile.evaluated','{"profile":"40bab339280420cc"}','d07f018bed43f36face210da43892b350a59bd05cf047ff02c59fea41a9a6452','a2353729b41c388b66d28897b82cd16f1a4974d17804b5a7d81aa39e2c6add0a');
INSERT INTO "audit_log" VALUES(9,'2026-11-30T20:07:15.872+00:00','ann','profile.approved','{"profile":"40bab339280420cc"}','a2353729b41c388b66d28897b82cd16f1a4974d17804b5a7d81aa39e2c6add0a','1672c13fd0aca88ecf39dec037c7ed779139b9eb65162075b3d875b8bc269ed0');
INSERT INTO "audit_log" VALUES(10,'2026-11-30T20:07:15.872+00:00','ann','approval.give','{"approval":"a6ebe13dbc988817","chunk_sets":["9d520b7d305a706e"],"corpus_version":"4793a5bb628dfd6a","documents":[{"id":"150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4","sha256":"150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4"}],"note":"first","profile":"40bab339280420cc","question_set":"084f91dec7f31ce2","verdict":{"R@5":1.0,"interval":[1.0,1.0],"notes":["Only 7 held-out questions: the interval is wide."],"question_set":"5dcfb08be4edb297","questions":7,"reasons":[],"required":0.8,"retriever":"bm25","searchable":true,"tok@5":268.6},"waived":[]}','1672c13fd0aca88ecf39dec037c7ed779139b9eb65162075b3d875b8bc269ed0','2d9772159acd940959e00933cf4b62d01d7456653e6464f35309f26e76cfb240');
CREATE TABLE chunk_sets (
  id text primary key,
  document_id text not null references documents (id),
  sha256 text not null,
  policy_version text not null,
  profile_hash text not null references profile_versions (hash),
  created text not null,
  records integer not null,
  tokens integer not null,
  warnings integer not null,
  errors integer not null,
  policy text not null,
  data blob not null
) strict;
INSERT INTO "chunk_sets" VALUES('9d520b7d305a706e','150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4','150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4','81678839add94d6c749f3144e79911cb','40bab339280420cc','2026-11-30T20:07:15.666+00:00',7,416,1,0,'{"layout.parser": "neural", "layout.table_output": "html", "layout.edge_threshold": 0.5, "layout.headers_footers": "exclude", "layout.hidden_text": "drop", "layout.toc": "exclude", "layout.ocr": "never", "layout.language": "", "headings.use_outline": false, "headings.max_level": 6, "units.sentence_splitter": "auto", "weights.box": 0.35, "weights.class": 0.5, "weights.page": 0.15, "weights.vertical_gap": 0.3, "weights.horizontal_gap": 0.3, "weights.font": 0.25, "weights.heading": 0.45, "weights.footnote": 0.2, "weights.list": 0.4, "weights.table": 0.6, "weights.table_note": 0.6, "weights.caption": 0.8, "assembly.tokenizer": "cl100k_base", "assembly.token_budget": 80, "assembly.min_tokens": 10, "assembly.overlap_tokens": 0, "assembly.overlap_scope": "section", "assembly.threshold": 0.5, "assembly.respect_section_starts": true, "assembly.table_mode": "preserve", "assembly.merge_small_chunks": true, "context.document_summary": false, "context.title": true, "context.heading_path": true, "context.section_summary": false, "context.table_caption": true, "context.table_summary": false, "context.share": 0.3, "layers.section": true, "layers.table_row": true, "layers.document": true, "summaries.mode": "extractive", "summaries.sections": 6, "summaries.tables": 3, "summaries.reserved_tokens": 48, "revision.engine": "1", "revision.parser": "pymupdf 2.0, model 2.0", "revision.tokenizer": "cl100k_base/100277", "revision.splitter": "1", "rules": "ed0933ae8c2e3ad0bcfe7617aabb28c2"}',X'7801ED9BCF93A33616C7EFFB57B83877399200017D4DCE7BD9DC26532E21449B6A0C5EC0D3D3E99AFF7DBF4F088C6D6CB7BBD3994C3693490D160249EF890FEF172F5EABD766A3BC7B4FAF77D563DBEDB2A25EF6C7A6FB897B77DEB6315F0AF3E4DDE7AA6CCD9D97D57AB73155E7DDBF7845862B79C8D25472C9759833118461C6822C8AD38867814E23A6591071E5CB40693FE55C85596E22950731CBB228D701C668D74A84F28FB9575774A5C1AD7EAF6BDCB954D5C34E3D50037EE545695695DAB8F3CBEE6B87D6FAA9324DDF41E9D2BBFFE43D1AB3354DEB7DA61B3CD7BB6EB556ED1A5DE23089791E191DA659A858C84DC6525FC729D326CC9288C5312490C52A4E332D139167DC4895F32009A3C497569E984D8B415EBC6AB74969604EA3A406237BD4E1A9C83A8C25B958B23B6F6D8A8735842D22493F9BBA535D5157DE3D7E6C55D3DA99E7AAEDBC6F9FBF91B66A5A2429C7ADF31793AB5D49EBFC8225D94BBD80A52AF5FD44C42C104CEB432164A6D54DB1ED8721B1B5A6EB8AEA01B37E71F2A0A371F4CAEC1A55A25FA752C817E2DAEE30636FDD6DA8D5640F66D5AD1BD3AEEB121B862D435A96CA309D555ED71D49FADE335F75B9CB0C2E58175966AA5567A09D7B2F6BEA2DDDBBD6079D6A4D2AAB0C1685B35335430A74F761C2BBD64EA92C2A48C5EDE18DFABA2A7129442ED17D57159D5D5C8B7D6D2A6D56EDB62C3A4C0C43A85D577BE8F4641561BBA5F5575A868F75E852B568B36BDADA7DC6961CED9856576855AE1ED4D6F6C5A4EAA6F8BDAEBA83C61C0D745E389960D6F433C04F124D05E9D8D35862011DD32927673A9683CC877E68D0CA698E2D634C1BD3339BB47C268D75F5A3A98ADFEDB274C9197B5CA5AA2591DB33AB7407556190187B6B534003D41FABE3F85D6345A5DA8E6D93A656D75B7AA25AA3ED9EC1ED8EB40DDD6F7172E57AACDA4E3524F1AED98128FDB6D9D450FE3DE1067BFA0B4D6A631AEC9C76A3CA72D523A9BF02ABD2109BDD1E2F238F56ED6EB3510D16EA94EC40D08FE176C46AABE8D9EADBC6D91C5F68B7F128C7E9248FC700B81AAB201F93022AEC567E192571B0C0A60644FB9BED194ABF71697FDF82C0F0E23949607D8D8244AD2CDC5C717ED0390E7DFBBC6FB6DD4A9705B619170C6A7102CC465505B40F1AD33585F982E71423B81F7623A41B1142D8D824068F1DEDF8A7BAC9CA52E1B5602FDB3515C4D658E4F7BA42FBA3778F2D4A9BA431D8E6E54A752BB461CFDD79FFDD99963602D44D0FB0F70DC36FEBB2D07613F6405D9ED2C39D9887883B39CB1277EE1252862E736419C63D028C6B3EE60CBD0D9653DCEC69B39C43CD80A2E594390E39CBB3BC1971B39CB0C611683965CED03665CFD036C3A0E1D42C8B869353260D6D6E19164050FCD07CC4A8A179C2AAA1C9AAD531EBA06D3561D770627CF6EC7E1A10B63CCFAFC32E07201B4F1D136D3C3183B69373A78C1BBB1CC36E3C71997A63B773F81B3B9CE3E088C1E5C09313063A4E2E0F583834CE317138778E8DC3F97ED2A39E7AAC1D9E3C66E57076CFCC0199780EFA3787C3231E3D8074D98F31C1A66B1F563BD07484E772969C96EE40EB304ACFD0FD4576989EA6FBC61988120CBF1464412D4DF560CD096BAF8DAD23D2B6CF9BDD36CB1764C02D684E251D5A9ABA1B9CD9C93FE19D2CA268DA7362899071D8EC4A7A49C0A86289EF2B136B617C052354C3A8963C522A4D051A27D05D8103CEEE8BB98CE2D84F5496254126751424B9CF83C04449C2B94E31C0F0A2857D6AADFB58E54A8522D518444B91C7BE48D224677E16468AEB189758B5604E831689F66D315AA9789B1415BD7760E742447825B803A7885EF7ABB11B5E61CEF4FB756D166BD3D4D5A26817B9C916AA5BF045512D3A9CD8D44D056B69B9A05EBDC1BE786A8ACEB40B58738B1E258B3A5F70B6782CCA1ACD5557DB4BD3BA7E5CFE56FD56D1A535D9799301C4ED03F08B03A40A56D57404FF7804AB6FF77A1ECCDE5F9C9B75BF8023F35BF59F5E4AEED7CF64FE54DD7DBF82FF1311399E0C027AD5E680647BD356D73B32B423B29E61588DB69144435A67CF070D332F0407AFB11B99C487FCFC643DCECFE42D5998ADECE3D3D263BF6FC196FFE4A10DDD7A936A3489A977B52BCBF1444FBF9366FB7CDA7BF7BD876E7467DC352F1E768DC179F71BE683FBE16DF932A5D9D0BFD611C5BF826642EECFAA81A30C4BF613BB0BEDE47A2795E3B8310F601EDD8F7C3EEA84E717561FC4F9898170F47FEFAC92C70A2774BE9B08C67E3E5CD9B3FD8278EC2771EBCFDF3005EB2FC07880995A414E42C0CA3C75D535FCF4C6A896BCE3D12DC082ADEEAAD1873771E8F33CD63963CA4F10A99059E0C3754700230AA42008F6C630E832F8FD7E904426E742FB4A869273C3A4F28D90718ED8861F13B1737437CDB60165888524E9EE796B5DFD9E6758C7C6742A531DE22DBD8C5653BF7FD8754F6BD8C9DEAF6B300F7F097579D1B4DDC26A7E49607768CE99C902916B2D108BF0834C289DFA3295CC3720764E5EFD2534438B237371DCA359F407D036FC8C61DF8EDD0ED17C11BAE22213E1A2412B13EA06C74CBC8E757F76042C7A74750654DCC0D2BFEA9A66E0F786A9D29E249F7EE570183A858E580BD07080436A1836A6BD143B034D7F131C0A088470E89F6030BC8B6FC4E009B7CE703022ABB0E7650C244EF92644E208E75308E60AE136AADAD9B0DB31DF78A29560518208AC8035C9751E2BC5184F0263827C966F2A97DA173A107112E54918E471140641A06015468CA7148DF9C3F966162E58B950ED23ECBBBA5954F5C26DB629E738672074CC11489669C21213C2EE8DC21CE6AE565211692F710E481B0136728E42277D0CEA3AE7CAE7EAEB0455E1EDA80A66513558A0885AC19A9B8C206F1F219C1D0192790F0C7FE885DF4ACC791D418207C494D84D0706648886036252C3DF979894AD21628627C48CEFB8B8119909A5349CE9C860F69DB50911D8DCF7F4AD95B9B70AFD1812B77661185DA726023988D89E188521D98126D7B09B984EF127C9E1F44A616412A748DEE08A13A3906549C6B54E9250853215F0A545A40C2E4756C84F38D95FDF0F9A4CC2A295218B72C93224AC7894C27CE5BE612AD1DCF898DC2568828FA7D084AFF46A68A64621EE30815A743BD4E42CD4066CB65DDD3C4E06886F1F209A1D00A2790F357FEC95DF8ACD791D4184FF60B377C22D2E250442D88C4EB0C9C51D9737721311BB3D0EC34BCE34977B6F9AC747EE74180DE044E4F0AAB979069C2993609DCCB9CE9402030DD82953E4C455101A159371760A4E98A24CC38ACB7D5897C2A8481BDF975914009F894F16EAF703A7162C8E7C13EA28F2032EF29447D224A96632C838BC6B4CEE1238C1C853702263F26A707EA94B33A15A723BD5E259AA0DD87C42840401E9494495DD3E44323B0444F31E70FED82BBF159CF35A8208FF01E7049C945F207026A7E0947782DD0ACE64EF7C0B66BDEF335EBAE07BDB14E1C6433F3D92308FACC59990B57FC54F3F034E2950181447111C730D873B54B03D332DA2244CF22CB411DA1370A6799CC830909AF100955401D23081E2799EE93447311525ECBF1F388D4834EABF38234AB218FF69E1EB54CBDC8734B36B162718790A4E38E7AF062795624CB1767BA6485CCE14B54F45DE4D47B83D5524E65345EF04E78FBDF21BC179464927E0842B78E8A8A3E1D05147C3DFD751E763AA879FA053B03B11DC884E11EC5D70115E4CF4C8BD756AAB16A7214EC4161D3A390F40D1B7B1D3E401CC4BD458F22C0D110B64719E44B0CFE2404A40886CB413768652C5818F4436BCE014F91CC5789E4924B1716110C9FCBBB2333079C2820425588826F08085014F04D7499A9A1411082AD01A8CCEB1FA01681CD3ECE0E4084F6C6B62E634CD0EEBFE4A2EE7C372C8D7F3386F46E2CF7F4E16FC1D2BB8116D672A158ED11640DB07687B6BD606F739CA6153546D92BEEE53CCFB169754C6F642F5C19F97BAC6AC8E72D417F0454BA0F2D2219D6EEDB47E2157603379B28E522A99D6419EA0AA3B8A7510C408F725019761122242988731B1E384374853A0320779181049C1AA43557810854864642C4E94CDC41FDA6A7F401DFD9870761B8FC83FCD390FFB71ABF423D566BE780F659DA220B97DAEEA6D5B40BF483CBFA99C0622A097297D2AB0AF42B337FB6BA3A54485735F763B4CDFC9E0AF38EDBED86350AEFDA46178381F7685AD9F46B5D0BD25D6D5F9DB12318402F0BC9B6CF230D343EE6A54C6B3075526DFA824038525B6B6C1D522908F662D8EEB052288BDF745F37D5944CFB28F163ABD40FB82FF732870DF1FB8329CB1C88216367CB6715CF9725CD27269651F5666F6AE95D904F88CCA8E93D9975676BDBEEDFA1B74BE5AE45D4B237F73AE5CE938FF7E69691F5AA6F2F6FD689370335A3BC9A75D5ADB472577DFA5343274E794769A00BCB4B40F4DA8BF5D6D360930A3B6D370FEA5C57D5C7AE95D9AA30CE9ACE64E32109716F79139BDB72BCE0621E71477124EBCB4B68F0A6FBF4B6DC919B59DC63F2F2DED63730A6F575C1F0499D1DC6934E3D2F23E2CBEF62ED5F1B366C94900E6D2E23E34AA799BEAC875EBBD4FB2419D65D957D2BA8F7AF702B3510E578CDC7FD447E5CF4375B4B5615FF1E9C22B4A685F517DF68A5A8B576415AFC6CF7BAB7B52FB7DECCF925D6E2D755A3E8EFB6270F7232BD44355E3C33C8D8617EF49D9CF27E8E40BCA39ADEF50D52B170F68472C40CE1BD3B6F619F2FE5DE37B0CFB69EDE24951C9DEAECAEE166DFF55C5E03E53841CA5D8F4B1060205EAA151DB75BB505566BFCB205D510FFA46C37E95B4C45063B9BADB2FC3EC706ADDD753FFBC36FAD11643230E864FF0EE162817C4F785E37CEC95ED227D5EAC3114CA07693750D1BF5D2DBD9970803898F35B90761F3EFB158848EEB71DD63B7C0283F0C8DE29407B4ACB55F88A127712885D62913842DE629039FA8C22C7313994E3A768F8EDBEDDC124E80835B8558E8F22E91EECDB7428BB91E9E21E5C4BF6EDDBBFFE07261AECCF');
CREATE TABLE documents (
  id text primary key,
  title text not null,
  path text,
  content blob,
  created text not null,
  removed text
) strict;
INSERT INTO "documents" VALUES('150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4','Zoo',NULL,X'546865206865726F6E20697320666564206174203120696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203130206B696C6F7320696E746F2074686520626F6F6B2E0A0A546865206F7474657220697320666564206174203220696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203131206B696C6F7320696E746F2074686520626F6F6B2E0A0A5468652062616467657220697320666564206174203320696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203132206B696C6F7320696E746F2074686520626F6F6B2E0A0A5468652066616C636F6E20697320666564206174203420696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203133206B696C6F7320696E746F2074686520626F6F6B2E0A0A546865206C796E7820697320666564206174203520696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203134206B696C6F7320696E746F2074686520626F6F6B2E0A0A546865206D617274656E20697320666564206174203620696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203135206B696C6F7320696E746F2074686520626F6F6B2E0A0A5468652062656176657220697320666564206174203720696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203136206B696C6F7320696E746F2074686520626F6F6B2E0A0A5468652073746F726B20697320666564206174203820696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203137206B696C6F7320696E746F2074686520626F6F6B2E0A0A54686520766F6C6520697320666564206174203920696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203138206B696C6F7320696E746F2074686520626F6F6B2E0A0A5468652077656173656C2069732066656420617420313020696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203139206B696C6F7320696E746F2074686520626F6F6B2E0A0A54686520686172652069732066656420617420313120696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203230206B696C6F7320696E746F2074686520626F6F6B2E0A0A5468652073776966742069732066656420617420313220696E20746865206D6F726E696E672E20546865206B6565706572207772697465732069747320776569676874206F66203231206B696C6F7320696E746F2074686520626F6F6B2E','2026-11-30T20:07:13.321+00:00',NULL);
CREATE TABLE drafts (
  name text primary key,
  base text references profile_versions (hash),
  data text not null,
  changed text not null
) strict;
INSERT INTO "drafts" VALUES('window','40bab339280420cc','{"name": "Default", "owner": "", "description": "", "layout": {"parser": "neural", "table_output": "html", "edge_threshold": 0.5, "headers_footers": "exclude", "hidden_text": "drop", "toc": "exclude", "ocr": "never", "language": ""}, "headings": {"use_outline": false, "max_level": 6}, "units": {"sentence_splitter": "auto"}, "weights": {"box": 0.35, "class": 0.5, "page": 0.15, "vertical_gap": 0.3, "horizontal_gap": 0.3, "font": 0.25, "heading": 0.45, "footnote": 0.2, "list": 0.4, "table": 0.6, "table_note": 0.6, "caption": 0.8}, "assembly": {"tokenizer": "cl100k_base", "token_budget": 90, "min_tokens": 10, "overlap_tokens": 0, "overlap_scope": "section", "threshold": 0.5, "respect_section_starts": true, "table_mode": "preserve", "merge_small_chunks": true}, "context": {"document_summary": false, "title": true, "heading_path": true, "section_summary": false, "table_caption": true, "table_summary": false, "share": 0.3}, "layers": {"section": true, "table_row": true, "document": true}, "summaries": {"mode": "extractive", "sections": 6, "tables": 3, "prompt_clip": 1200, "reserved_tokens": 48}, "retrieval": {"retriever": "bm25", "embedder": "wordllama", "return_parent": "table", "k": 5, "min_recall_at_k": 0.8, "question_set": ""}}','2026-11-30T20:07:15.885+00:00');
CREATE TABLE evaluations (
  id text primary key,
  profile_hash text not null references profile_versions (hash),
  question_set_hash text not null references question_sets (hash),
  created text not null,
  summary text not null
) strict;
CREATE TABLE exports (
  id text primary key,
  created text not null,
  format text not null,
  path text not null,
  manifest text not null
) strict;
CREATE TABLE profile_tags (
  tag text primary key,
  hash text not null references profile_versions (hash)
) strict;
INSERT INTO "profile_tags" VALUES('live','40bab339280420cc');
CREATE TABLE profile_versions (
  hash text primary key,
  name text not null,
  parent text references profile_versions (hash),
  author text not null,
  note text not null,
  created text not null,
  state text not null check (state in ('draft', 'evaluated', 'approved', 'retired')),
  data text not null
) strict;
INSERT INTO "profile_versions" VALUES('40bab339280420cc','Default',NULL,'ann','the first','2026-11-30T20:07:13.337+00:00','approved','{"name": "Default", "owner": "", "description": "", "layout": {"parser": "neural", "table_output": "html", "edge_threshold": 0.5, "headers_footers": "exclude", "hidden_text": "drop", "toc": "exclude", "ocr": "never", "language": ""}, "headings": {"use_outline": false, "max_level": 6}, "units": {"sentence_splitter": "auto"}, "weights": {"box": 0.35, "class": 0.5, "page": 0.15, "vertical_gap": 0.3, "horizontal_gap": 0.3, "font": 0.25, "heading": 0.45, "footnote": 0.2, "list": 0.4, "table": 0.6, "table_note": 0.6, "caption": 0.8}, "assembly": {"tokenizer": "cl100k_base", "token_budget": 80, "min_tokens": 10, "overlap_tokens": 0, "overlap_scope": "section", "threshold": 0.5, "respect_section_starts": true, "table_mode": "preserve", "merge_small_chunks": true}, "context": {"document_summary": false, "title": true, "heading_path": true, "section_summary": false, "table_caption": true, "table_summary": false, "share": 0.3}, "layers": {"section": true, "table_row": true, "document": true}, "summaries": {"mode": "extractive", "sections": 6, "tables": 3, "prompt_clip": 1200, "reserved_tokens": 48}, "retrieval": {"retriever": "bm25", "embedder": "wordllama", "return_parent": "table", "k": 5, "min_recall_at_k": 0.8, "question_set": ""}}');
CREATE TABLE question_sets (
  hash text primary key,
  name text not null,
  created text not null,
  frozen integer not null default 0,
  data text not null
) strict;
INSERT INTO "question_sets" VALUES('084f91dec7f31ce2','feeding','2026-11-30T20:07:13.360+00:00',1,'{"name": "feeding", "questions": [{"id": "q0", "question": "When is the heron fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The heron is fed at 1", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}, {"id": "q1", "question": "When is the otter fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The otter is fed at 2", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}, {"id": "q2", "question": "When is the badger fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The badger is fed at 3", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}, {"id": "q3", "question": "When is the falcon fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The falcon is fed at 4", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}, {"id": "q4", "question": "When is the lynx fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The lynx is fed at 5", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}, {"id": "q5", "question": "When is the marten fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The marten is fed at 6", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}, {"id": "q6", "question": "When is the beaver fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The beaver is fed at 7", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}, {"id": "q7", "question": "When is the stork fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The stork is fed at 8", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}, {"id": "q8", "question": "When is the vole fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The vole is fed at 9", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}, {"id": "q9", "question": "When is the weasel fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The weasel is fed at 10", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}, {"id": "q10", "question": "When is the hare fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The hare is fed at 11", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}, {"id": "q11", "question": "When is the swift fed?", "evidence": [{"document": "150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4", "page": 1, "quote": "The swift is fed at 12", "rects": [], "span": null, "file_name": "", "grade": 1}], "answer": "", "tags": [], "status": "accepted"}]}');
CREATE TABLE revisions (
  document_id text not null references documents (id),
  sha256 text not null,
  number integer not null,
  file_name text not null,
  pages integer not null,
  added text not null,
  primary key (document_id, number)
) strict;
INSERT INTO "revisions" VALUES('150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4','150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4',1,'zoo.txt',1,'2026-11-30T20:07:13.321+00:00');
CREATE TABLE rules (
  id text primary key,
  document_id text not null references documents (id),
  data text not null,
  author text not null,
  created text not null,
  removed text
) strict;
INSERT INTO "rules" VALUES('fabbbf7a4b5d','150bb6161c5f02455d04d78b71d4cb70c0471a364ac3b11a5dfe7af480dd7fc4','{"kind": "always_cut", "quote": "The badger is fed at 3 in the morning.", "page": 1, "y": 0.0, "level": 0}','ann','2026-11-30T20:07:13.352+00:00',NULL);
CREATE TABLE waivers (
  document_id text not null references documents (id),
  code text not null,
  reason text not null,
  author text not null,
  created text not null,
  primary key (document_id, code)
) strict;
CREATE INDEX revisions_by_content on revisions (sha256);
CREATE INDEX chunk_sets_of_document on chunk_sets (document_id, created);
CREATE TRIGGER audit_log_is_never_changed before update on audit_log
  begin select raise(abort, 'the audit log is append-only'); end;
CREATE TRIGGER audit_log_is_never_shortened before delete on audit_log
  begin select raise(abort, 'the audit log is append-only'); end;
COMMIT;
