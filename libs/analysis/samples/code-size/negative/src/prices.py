"""Prices by article."""

PRICES = {
    # of 1

    'article-1': 1,
    # of 2

    'article-2': 2,
    # of 3

    'article-3': 3,
    # of 4

    'article-4': 4,
    # of 5

    'article-5': 5,
    # of 6

    'article-6': 6,
    # of 7

    'article-7': 7,
    # of 8

    'article-8': 8,
    # of 9

    'article-9': 9,
    # of 10

    'article-10': 10,
    # of 11

    'article-11': 11,
    # of 12

    'article-12': 12,
    # of 13

    'article-13': 13,
    # of 14

    'article-14': 14,
    # of 15

    'article-15': 15,
    # of 16

    'article-16': 16,
    # of 17

    'article-17': 17,
    # of 18

    'article-18': 18,
    # of 19

    'article-19': 19,
    # of 20

    'article-20': 20,
    # of 21

    'article-21': 21,
    # of 22

    'article-22': 22,
    # of 23

    'article-23': 23,
    # of 24

    'article-24': 24,
    # of 25

    'article-25': 25,
    # of 26

    'article-26': 26,
    # of 27

    'article-27': 27,
    # of 28

    'article-28': 28,
    # of 29

    'article-29': 29,
    # of 30

    'article-30': 30,
    # of 31

    'article-31': 31,
    # of 32

    'article-32': 32,
    # of 33

    'article-33': 33,
    # of 34

    'article-34': 34,
    # of 35

    'article-35': 35,
    # of 36

    'article-36': 36,
    # of 37

    'article-37': 37,
    # of 38

    'article-38': 38,
    # of 39

    'article-39': 39,
    # of 40

    'article-40': 40,
    # of 41

    'article-41': 41,
    # of 42

    'article-42': 42,
    # of 43

    'article-43': 43,
    # of 44

    'article-44': 44,
    # of 45

    'article-45': 45,
    # of 46

    'article-46': 46,
    # of 47

    'article-47': 47,
    # of 48

    'article-48': 48,
    # of 49

    'article-49': 49,
    # of 50

    'article-50': 50,
    # of 51

    'article-51': 51,
    # of 52

    'article-52': 52,
    # of 53

    'article-53': 53,
    # of 54

    'article-54': 54,
    # of 55

    'article-55': 55,
    # of 56

    'article-56': 56,
    # of 57

    'article-57': 57,
    # of 58

    'article-58': 58,
    # of 59

    'article-59': 59,
    # of 60

    'article-60': 60,
    # of 61

    'article-61': 61,
    # of 62

    'article-62': 62,
    # of 63

    'article-63': 63,
    # of 64

    'article-64': 64,
    # of 65

    'article-65': 65,
    # of 66

    'article-66': 66,
    # of 67

    'article-67': 67,
    # of 68

    'article-68': 68,
    # of 69

    'article-69': 69,
    # of 70

    'article-70': 70,
    # of 71

    'article-71': 71,
    # of 72

    'article-72': 72,
    # of 73

    'article-73': 73,
    # of 74

    'article-74': 74,
    # of 75

    'article-75': 75,
    # of 76

    'article-76': 76,
    # of 77

    'article-77': 77,
    # of 78

    'article-78': 78,
    # of 79

    'article-79': 79,
    # of 80

    'article-80': 80,
    # of 81

    'article-81': 81,
    # of 82

    'article-82': 82,
    # of 83

    'article-83': 83,
    # of 84

    'article-84': 84,
    # of 85

    'article-85': 85,
    # of 86

    'article-86': 86,
    # of 87

    'article-87': 87,
    # of 88

    'article-88': 88,
    # of 89

    'article-89': 89,
    # of 90

    'article-90': 90,
    # of 91

    'article-91': 91,
    # of 92

    'article-92': 92,
    # of 93

    'article-93': 93,
    # of 94

    'article-94': 94,
    # of 95

    'article-95': 95,
    # of 96

    'article-96': 96,
    # of 97

    'article-97': 97,
    # of 98

    'article-98': 98,
    # of 99

    'article-99': 99,
    # of 100

    'article-100': 100,
    # of 101

    'article-101': 101,
    # of 102

    'article-102': 102,
    # of 103

    'article-103': 103,
    # of 104

    'article-104': 104,
    # of 105

    'article-105': 105,
    # of 106

    'article-106': 106,
    # of 107

    'article-107': 107,
    # of 108

    'article-108': 108,
    # of 109

    'article-109': 109,
    # of 110

    'article-110': 110,
    # of 111

    'article-111': 111,
    # of 112

    'article-112': 112,
    # of 113

    'article-113': 113,
    # of 114

    'article-114': 114,
    # of 115

    'article-115': 115,
    # of 116

    'article-116': 116,
    # of 117

    'article-117': 117,
    # of 118

    'article-118': 118,
    # of 119

    'article-119': 119,
    # of 120

    'article-120': 120,
    # of 121

    'article-121': 121,
    # of 122

    'article-122': 122,
    # of 123

    'article-123': 123,
    # of 124

    'article-124': 124,
    # of 125

    'article-125': 125,
    # of 126

    'article-126': 126,
    # of 127

    'article-127': 127,
    # of 128

    'article-128': 128,
    # of 129

    'article-129': 129,
    # of 130

    'article-130': 130,
    # of 131

    'article-131': 131,
    # of 132

    'article-132': 132,
    # of 133

    'article-133': 133,
    # of 134

    'article-134': 134,
    # of 135

    'article-135': 135,
    # of 136

    'article-136': 136,
    # of 137

    'article-137': 137,
    # of 138

    'article-138': 138,
    # of 139

    'article-139': 139,
    # of 140

    'article-140': 140,
    # of 141

    'article-141': 141,
    # of 142

    'article-142': 142,
    # of 143

    'article-143': 143,
    # of 144

    'article-144': 144,
    # of 145

    'article-145': 145,
    # of 146

    'article-146': 146,
    # of 147

    'article-147': 147,
    # of 148

    'article-148': 148,
    # of 149

    'article-149': 149,
    # of 150

    'article-150': 150,
    # of 151

    'article-151': 151,
    # of 152

    'article-152': 152,
    # of 153

    'article-153': 153,
    # of 154

    'article-154': 154,
    # of 155

    'article-155': 155,
    # of 156

    'article-156': 156,
    # of 157

    'article-157': 157,
    # of 158

    'article-158': 158,
    # of 159

    'article-159': 159,
    # of 160

    'article-160': 160,
    # of 161

    'article-161': 161,
    # of 162

    'article-162': 162,
    # of 163

    'article-163': 163,
    # of 164

    'article-164': 164,
    # of 165

    'article-165': 165,
    # of 166

    'article-166': 166,
    # of 167

    'article-167': 167,
    # of 168

    'article-168': 168,
    # of 169

    'article-169': 169,
    # of 170

    'article-170': 170,
    # of 171

    'article-171': 171,
    # of 172

    'article-172': 172,
    # of 173

    'article-173': 173,
    # of 174

    'article-174': 174,
    # of 175

    'article-175': 175,
    # of 176

    'article-176': 176,
    # of 177

    'article-177': 177,
    # of 178

    'article-178': 178,
    # of 179

    'article-179': 179,
    # of 180

    'article-180': 180,
    # of 181

    'article-181': 181,
    # of 182

    'article-182': 182,
    # of 183

    'article-183': 183,
    # of 184

    'article-184': 184,
    # of 185

    'article-185': 185,
    # of 186

    'article-186': 186,
    # of 187

    'article-187': 187,
    # of 188

    'article-188': 188,
    # of 189

    'article-189': 189,
    # of 190

    'article-190': 190,
    # of 191

    'article-191': 191,
    # of 192

    'article-192': 192,
    # of 193

    'article-193': 193,
    # of 194

    'article-194': 194,
    # of 195

    'article-195': 195,
    # of 196

    'article-196': 196,
    # of 197

    'article-197': 197,
    # of 198

    'article-198': 198,
    # of 199

    'article-199': 199,
    # of 200

    'article-200': 200,
    # of 201

    'article-201': 201,
    # of 202

    'article-202': 202,
    # of 203

    'article-203': 203,
    # of 204

    'article-204': 204,
    # of 205

    'article-205': 205,
    # of 206

    'article-206': 206,
    # of 207

    'article-207': 207,
    # of 208

    'article-208': 208,
    # of 209

    'article-209': 209,
    # of 210

    'article-210': 210,
    # of 211

    'article-211': 211,
    # of 212

    'article-212': 212,
    # of 213

    'article-213': 213,
    # of 214

    'article-214': 214,
    # of 215

    'article-215': 215,
    # of 216

    'article-216': 216,
    # of 217

    'article-217': 217,
    # of 218

    'article-218': 218,
    # of 219

    'article-219': 219,
    # of 220

    'article-220': 220,
    # of 221

    'article-221': 221,
    # of 222

    'article-222': 222,
    # of 223

    'article-223': 223,
    # of 224

    'article-224': 224,
    # of 225

    'article-225': 225,
    # of 226

    'article-226': 226,
    # of 227

    'article-227': 227,
    # of 228

    'article-228': 228,
    # of 229

    'article-229': 229,
    # of 230

    'article-230': 230,
    # of 231

    'article-231': 231,
    # of 232

    'article-232': 232,
    # of 233

    'article-233': 233,
    # of 234

    'article-234': 234,
    # of 235

    'article-235': 235,
    # of 236

    'article-236': 236,
    # of 237

    'article-237': 237,
    # of 238

    'article-238': 238,
    # of 239

    'article-239': 239,
    # of 240

    'article-240': 240,
    # of 241

    'article-241': 241,
    # of 242

    'article-242': 242,
    # of 243

    'article-243': 243,
    # of 244

    'article-244': 244,
    # of 245

    'article-245': 245,
    # of 246

    'article-246': 246,
    # of 247

    'article-247': 247,
    # of 248

    'article-248': 248,
    # of 249

    'article-249': 249,
    # of 250

    'article-250': 250,
    # of 251

    'article-251': 251,
    # of 252

    'article-252': 252,
    # of 253

    'article-253': 253,
    # of 254

    'article-254': 254,
    # of 255

    'article-255': 255,
    # of 256

    'article-256': 256,
    # of 257

    'article-257': 257,
    # of 258

    'article-258': 258,
    # of 259

    'article-259': 259,
    # of 260

    'article-260': 260,
    # of 261

    'article-261': 261,
    # of 262

    'article-262': 262,
    # of 263

    'article-263': 263,
    # of 264

    'article-264': 264,
    # of 265

    'article-265': 265,
    # of 266

    'article-266': 266,
    # of 267

    'article-267': 267,
    # of 268

    'article-268': 268,
    # of 269

    'article-269': 269,
    # of 270

    'article-270': 270,
    # of 271

    'article-271': 271,
    # of 272

    'article-272': 272,
    # of 273

    'article-273': 273,
    # of 274

    'article-274': 274,
    # of 275

    'article-275': 275,
    # of 276

    'article-276': 276,
    # of 277

    'article-277': 277,
    # of 278

    'article-278': 278,
    # of 279

    'article-279': 279,
    # of 280

    'article-280': 280,
    # of 281

    'article-281': 281,
    # of 282

    'article-282': 282,
    # of 283

    'article-283': 283,
    # of 284

    'article-284': 284,
    # of 285

    'article-285': 285,
    # of 286

    'article-286': 286,
    # of 287

    'article-287': 287,
    # of 288

    'article-288': 288,
    # of 289

    'article-289': 289,
    # of 290

    'article-290': 290,
    # of 291

    'article-291': 291,
    # of 292

    'article-292': 292,
    # of 293

    'article-293': 293,
    # of 294

    'article-294': 294,
    # of 295

    'article-295': 295,
    # of 296

    'article-296': 296,
    # of 297

    'article-297': 297,
    # of 298

    'article-298': 298,
    # of 299

    'article-299': 299,
    # of 300

    'article-300': 300,
    # of 301

    'article-301': 301,
    # of 302

    'article-302': 302,
    # of 303

    'article-303': 303,
    # of 304

    'article-304': 304,
    # of 305

    'article-305': 305,
    # of 306

    'article-306': 306,
    # of 307

    'article-307': 307,
    # of 308

    'article-308': 308,
    # of 309

    'article-309': 309,
    # of 310

    'article-310': 310,
    # of 311

    'article-311': 311,
    # of 312

    'article-312': 312,
    # of 313

    'article-313': 313,
    # of 314

    'article-314': 314,
    # of 315

    'article-315': 315,
    # of 316

    'article-316': 316,
    # of 317

    'article-317': 317,
    # of 318

    'article-318': 318,
    # of 319

    'article-319': 319,
    # of 320

    'article-320': 320,
    # of 321

    'article-321': 321,
    # of 322

    'article-322': 322,
    # of 323

    'article-323': 323,
    # of 324

    'article-324': 324,
    # of 325

    'article-325': 325,
    # of 326

    'article-326': 326,
    # of 327

    'article-327': 327,
    # of 328

    'article-328': 328,
    # of 329

    'article-329': 329,
    # of 330

    'article-330': 330,
    # of 331

    'article-331': 331,
    # of 332

    'article-332': 332,
    # of 333

    'article-333': 333,
    # of 334

    'article-334': 334,
    # of 335

    'article-335': 335,
    # of 336

    'article-336': 336,
    # of 337

    'article-337': 337,
    # of 338

    'article-338': 338,
    # of 339

    'article-339': 339,
    # of 340

    'article-340': 340,
    # of 341

    'article-341': 341,
    # of 342

    'article-342': 342,
    # of 343

    'article-343': 343,
    # of 344

    'article-344': 344,
    # of 345

    'article-345': 345,
    # of 346

    'article-346': 346,
    # of 347

    'article-347': 347,
    # of 348

    'article-348': 348,
    # of 349

    'article-349': 349,
    # of 350

    'article-350': 350,
    # of 351

    'article-351': 351,
    # of 352

    'article-352': 352,
    # of 353

    'article-353': 353,
    # of 354

    'article-354': 354,
    # of 355

    'article-355': 355,
    # of 356

    'article-356': 356,
    # of 357

    'article-357': 357,
    # of 358

    'article-358': 358,
    # of 359

    'article-359': 359,
    # of 360

    'article-360': 360,
    # of 361

    'article-361': 361,
    # of 362

    'article-362': 362,
    # of 363

    'article-363': 363,
    # of 364

    'article-364': 364,
    # of 365

    'article-365': 365,
    # of 366

    'article-366': 366,
    # of 367

    'article-367': 367,
    # of 368

    'article-368': 368,
    # of 369

    'article-369': 369,
    # of 370

    'article-370': 370,
    # of 371

    'article-371': 371,
    # of 372

    'article-372': 372,
    # of 373

    'article-373': 373,
    # of 374

    'article-374': 374,
    # of 375

    'article-375': 375,
    # of 376

    'article-376': 376,
    # of 377

    'article-377': 377,
    # of 378

    'article-378': 378,
    # of 379

    'article-379': 379,
    # of 380

    'article-380': 380,
    # of 381

    'article-381': 381,
    # of 382

    'article-382': 382,
    # of 383

    'article-383': 383,
    # of 384

    'article-384': 384,
    # of 385

    'article-385': 385,
    # of 386

    'article-386': 386,
    # of 387

    'article-387': 387,
    # of 388

    'article-388': 388,
    # of 389

    'article-389': 389,
    # of 390

    'article-390': 390,
    # of 391

    'article-391': 391,
    # of 392

    'article-392': 392,
    # of 393

    'article-393': 393,
    # of 394

    'article-394': 394,
    # of 395

    'article-395': 395,
    # of 396

    'article-396': 396,
    # of 397

    'article-397': 397,
    # of 398

    'article-398': 398,
    # of 399

    'article-399': 399,
    # of 400

    'article-400': 400,
    # of 401

    'article-401': 401,
    # of 402

    'article-402': 402,
    # of 403

    'article-403': 403,
    # of 404

    'article-404': 404,
    # of 405

    'article-405': 405,
    # of 406

    'article-406': 406,
    # of 407

    'article-407': 407,
    # of 408

    'article-408': 408,
    # of 409

    'article-409': 409,
    # of 410

    'article-410': 410,
    # of 411

    'article-411': 411,
    # of 412

    'article-412': 412,
    # of 413

    'article-413': 413,
    # of 414

    'article-414': 414,
    # of 415

    'article-415': 415,
    # of 416

    'article-416': 416,
    # of 417

    'article-417': 417,
    # of 418

    'article-418': 418,
    # of 419

    'article-419': 419,
    # of 420

    'article-420': 420,
    # of 421

    'article-421': 421,
    # of 422

    'article-422': 422,
    # of 423

    'article-423': 423,
    # of 424

    'article-424': 424,
    # of 425

    'article-425': 425,
    # of 426

    'article-426': 426,
    # of 427

    'article-427': 427,
    # of 428

    'article-428': 428,
    # of 429

    'article-429': 429,
    # of 430

    'article-430': 430,
    # of 431

    'article-431': 431,
    # of 432

    'article-432': 432,
    # of 433

    'article-433': 433,
    # of 434

    'article-434': 434,
    # of 435

    'article-435': 435,
    # of 436

    'article-436': 436,
    # of 437

    'article-437': 437,
    # of 438

    'article-438': 438,
    # of 439

    'article-439': 439,
    # of 440

    'article-440': 440,
    # of 441

    'article-441': 441,
    # of 442

    'article-442': 442,
    # of 443

    'article-443': 443,
    # of 444

    'article-444': 444,
    # of 445

    'article-445': 445,
    # of 446

    'article-446': 446,
    # of 447

    'article-447': 447,
    # of 448

    'article-448': 448,
    # of 449

    'article-449': 449,
    # of 450

    'article-450': 450,
    # of 451

    'article-451': 451,
    # of 452

    'article-452': 452,
    # of 453

    'article-453': 453,
    # of 454

    'article-454': 454,
    # of 455

    'article-455': 455,
    # of 456

    'article-456': 456,
    # of 457

    'article-457': 457,
    # of 458

    'article-458': 458,
    # of 459

    'article-459': 459,
    # of 460

    'article-460': 460,
    # of 461

    'article-461': 461,
    # of 462

    'article-462': 462,
    # of 463

    'article-463': 463,
    # of 464

    'article-464': 464,
    # of 465

    'article-465': 465,
    # of 466

    'article-466': 466,
    # of 467

    'article-467': 467,
    # of 468

    'article-468': 468,
    # of 469

    'article-469': 469,
    # of 470

    'article-470': 470,
    # of 471

    'article-471': 471,
    # of 472

    'article-472': 472,
    # of 473

    'article-473': 473,
    # of 474

    'article-474': 474,
    # of 475

    'article-475': 475,
    # of 476

    'article-476': 476,
    # of 477

    'article-477': 477,
    # of 478

    'article-478': 478,
    # of 479

    'article-479': 479,
    # of 480

    'article-480': 480,
    # of 481

    'article-481': 481,
    # of 482

    'article-482': 482,
    # of 483

    'article-483': 483,
    # of 484

    'article-484': 484,
    # of 485

    'article-485': 485,
    # of 486

    'article-486': 486,
    # of 487

    'article-487': 487,
    # of 488

    'article-488': 488,
    # of 489

    'article-489': 489,
    # of 490

    'article-490': 490,
    # of 491

    'article-491': 491,
    # of 492

    'article-492': 492,
    # of 493

    'article-493': 493,
    # of 494

    'article-494': 494,
    # of 495

    'article-495': 495,
    # of 496

    'article-496': 496,
    # of 497

    'article-497': 497,
    # of 498

    'article-498': 498,
    # of 499

    'article-499': 499,
    # of 500

    'article-500': 500,
    # of 501

    'article-501': 501,
    # of 502

    'article-502': 502,
    # of 503

    'article-503': 503,
    # of 504

    'article-504': 504,
    # of 505

    'article-505': 505,
    # of 506

    'article-506': 506,
    # of 507

    'article-507': 507,
    # of 508

    'article-508': 508,
    # of 509

    'article-509': 509,
    # of 510

    'article-510': 510,
    # of 511

    'article-511': 511,
    # of 512

    'article-512': 512,
    # of 513

    'article-513': 513,
    # of 514

    'article-514': 514,
    # of 515

    'article-515': 515,
    # of 516

    'article-516': 516,
    # of 517

    'article-517': 517,
    # of 518

    'article-518': 518,
    # of 519

    'article-519': 519,
    # of 520

    'article-520': 520,
    # of 521

    'article-521': 521,
    # of 522

    'article-522': 522,
    # of 523

    'article-523': 523,
    # of 524

    'article-524': 524,
    # of 525

    'article-525': 525,
    # of 526

    'article-526': 526,
    # of 527

    'article-527': 527,
    # of 528

    'article-528': 528,
    # of 529

    'article-529': 529,
    # of 530

    'article-530': 530,
    # of 531

    'article-531': 531,
    # of 532

    'article-532': 532,
    # of 533

    'article-533': 533,
    # of 534

    'article-534': 534,
    # of 535

    'article-535': 535,
    # of 536

    'article-536': 536,
    # of 537

    'article-537': 537,
    # of 538

    'article-538': 538,
    # of 539

    'article-539': 539,
    # of 540

    'article-540': 540,
    # of 541

    'article-541': 541,
    # of 542

    'article-542': 542,
    # of 543

    'article-543': 543,
    # of 544

    'article-544': 544,
    # of 545

    'article-545': 545,
    # of 546

    'article-546': 546,
    # of 547

    'article-547': 547,
    # of 548

    'article-548': 548,
    # of 549

    'article-549': 549,
    # of 550

    'article-550': 550,
    # of 551

    'article-551': 551,
    # of 552

    'article-552': 552,
    # of 553

    'article-553': 553,
    # of 554

    'article-554': 554,
    # of 555

    'article-555': 555,
    # of 556

    'article-556': 556,
    # of 557

    'article-557': 557,
    # of 558

    'article-558': 558,
    # of 559

    'article-559': 559,
    # of 560

    'article-560': 560,
    # of 561

    'article-561': 561,
    # of 562

    'article-562': 562,
    # of 563

    'article-563': 563,
    # of 564

    'article-564': 564,
    # of 565

    'article-565': 565,
    # of 566

    'article-566': 566,
    # of 567

    'article-567': 567,
    # of 568

    'article-568': 568,
    # of 569

    'article-569': 569,
    # of 570

    'article-570': 570,
    # of 571

    'article-571': 571,
    # of 572

    'article-572': 572,
    # of 573

    'article-573': 573,
    # of 574

    'article-574': 574,
    # of 575

    'article-575': 575,
    # of 576

    'article-576': 576,
    # of 577

    'article-577': 577,
    # of 578

    'article-578': 578,
    # of 579

    'article-579': 579,
    # of 580

    'article-580': 580,
    # of 581

    'article-581': 581,
    # of 582

    'article-582': 582,
    # of 583

    'article-583': 583,
    # of 584

    'article-584': 584,
    # of 585

    'article-585': 585,
    # of 586

    'article-586': 586,
    # of 587

    'article-587': 587,
    # of 588

    'article-588': 588,
    # of 589

    'article-589': 589,
    # of 590

    'article-590': 590,
    # of 591

    'article-591': 591,
    # of 592

    'article-592': 592,
    # of 593

    'article-593': 593,
    # of 594

    'article-594': 594,
    # of 595

    'article-595': 595,
    # of 596

    'article-596': 596,
    # of 597

    'article-597': 597,
    # of 598

    'article-598': 598,
    # of 599

    'article-599': 599,
    # of 600

    'article-600': 600,
    # of 601

    'article-601': 601,
    # of 602

    'article-602': 602,
    # of 603

    'article-603': 603,
    # of 604

    'article-604': 604,
    # of 605

    'article-605': 605,
    # of 606

    'article-606': 606,
    # of 607

    'article-607': 607,
    # of 608

    'article-608': 608,
    # of 609

    'article-609': 609,
    # of 610

    'article-610': 610,
    # of 611

    'article-611': 611,
    # of 612

    'article-612': 612,
    # of 613

    'article-613': 613,
    # of 614

    'article-614': 614,
    # of 615

    'article-615': 615,
    # of 616

    'article-616': 616,
    # of 617

    'article-617': 617,
    # of 618

    'article-618': 618,
    # of 619

    'article-619': 619,
    # of 620

    'article-620': 620,
    # of 621

    'article-621': 621,
    # of 622

    'article-622': 622,
    # of 623

    'article-623': 623,
    # of 624

    'article-624': 624,
    # of 625

    'article-625': 625,
    # of 626

    'article-626': 626,
    # of 627

    'article-627': 627,
    # of 628

    'article-628': 628,
    # of 629

    'article-629': 629,
    # of 630

    'article-630': 630,
    # of 631

    'article-631': 631,
    # of 632

    'article-632': 632,
    # of 633

    'article-633': 633,
    # of 634

    'article-634': 634,
    # of 635

    'article-635': 635,
    # of 636

    'article-636': 636,
    # of 637

    'article-637': 637,
    # of 638

    'article-638': 638,
    # of 639

    'article-639': 639,
    # of 640

    'article-640': 640,
    # of 641

    'article-641': 641,
    # of 642

    'article-642': 642,
    # of 643

    'article-643': 643,
    # of 644

    'article-644': 644,
    # of 645

    'article-645': 645,
    # of 646

    'article-646': 646,
    # of 647

    'article-647': 647,
    # of 648

    'article-648': 648,
    # of 649

    'article-649': 649,
    # of 650

    'article-650': 650,
    # of 651

    'article-651': 651,
    # of 652

    'article-652': 652,
    # of 653

    'article-653': 653,
    # of 654

    'article-654': 654,
    # of 655

    'article-655': 655,
    # of 656

    'article-656': 656,
    # of 657

    'article-657': 657,
    # of 658

    'article-658': 658,
    # of 659

    'article-659': 659,
    # of 660

    'article-660': 660,
    # of 661

    'article-661': 661,
    # of 662

    'article-662': 662,
    # of 663

    'article-663': 663,
    # of 664

    'article-664': 664,
    # of 665

    'article-665': 665,
    # of 666

    'article-666': 666,
    # of 667

    'article-667': 667,
    # of 668

    'article-668': 668,
    # of 669

    'article-669': 669,
    # of 670

    'article-670': 670,
    # of 671

    'article-671': 671,
    # of 672

    'article-672': 672,
    # of 673

    'article-673': 673,
    # of 674

    'article-674': 674,
    # of 675

    'article-675': 675,
    # of 676

    'article-676': 676,
    # of 677

    'article-677': 677,
    # of 678

    'article-678': 678,
    # of 679

    'article-679': 679,
    # of 680

    'article-680': 680,
    # of 681

    'article-681': 681,
    # of 682

    'article-682': 682,
    # of 683

    'article-683': 683,
    # of 684

    'article-684': 684,
    # of 685

    'article-685': 685,
    # of 686

    'article-686': 686,
    # of 687

    'article-687': 687,
    # of 688

    'article-688': 688,
    # of 689

    'article-689': 689,
    # of 690

    'article-690': 690,
    # of 691

    'article-691': 691,
    # of 692

    'article-692': 692,
    # of 693

    'article-693': 693,
    # of 694

    'article-694': 694,
    # of 695

    'article-695': 695,
    # of 696

    'article-696': 696,
    # of 697

    'article-697': 697,
    # of 698

    'article-698': 698,
    # of 699

    'article-699': 699,
    # of 700

    'article-700': 700,
    # of 701

    'article-701': 701,
    # of 702

    'article-702': 702,
    # of 703

    'article-703': 703,
    # of 704

    'article-704': 704,
    # of 705

    'article-705': 705,
    # of 706

    'article-706': 706,
    # of 707

    'article-707': 707,
    # of 708

    'article-708': 708,
    # of 709

    'article-709': 709,
    # of 710

    'article-710': 710,
    # of 711

    'article-711': 711,
    # of 712

    'article-712': 712,
    # of 713

    'article-713': 713,
    # of 714

    'article-714': 714,
    # of 715

    'article-715': 715,
    # of 716

    'article-716': 716,
    # of 717

    'article-717': 717,
    # of 718

    'article-718': 718,
    # of 719

    'article-719': 719,
    # of 720

    'article-720': 720,
    # of 721

    'article-721': 721,
    # of 722

    'article-722': 722,
    # of 723

    'article-723': 723,
    # of 724

    'article-724': 724,
    # of 725

    'article-725': 725,
    # of 726

    'article-726': 726,
    # of 727

    'article-727': 727,
    # of 728

    'article-728': 728,
    # of 729

    'article-729': 729,
    # of 730

    'article-730': 730,
    # of 731

    'article-731': 731,
    # of 732

    'article-732': 732,
    # of 733

    'article-733': 733,
    # of 734

    'article-734': 734,
    # of 735

    'article-735': 735,
    # of 736

    'article-736': 736,
    # of 737

    'article-737': 737,
    # of 738

    'article-738': 738,
    # of 739

    'article-739': 739,
    # of 740

    'article-740': 740,
    # of 741

    'article-741': 741,
    # of 742

    'article-742': 742,
    # of 743

    'article-743': 743,
    # of 744

    'article-744': 744,
    # of 745

    'article-745': 745,
    # of 746

    'article-746': 746,
    # of 747

    'article-747': 747,
    # of 748

    'article-748': 748,
    # of 749

    'article-749': 749,
    # of 750

    'article-750': 750,
    # of 751

    'article-751': 751,
    # of 752

    'article-752': 752,
    # of 753

    'article-753': 753,
    # of 754

    'article-754': 754,
    # of 755

    'article-755': 755,
    # of 756

    'article-756': 756,
    # of 757

    'article-757': 757,
    # of 758

    'article-758': 758,
    # of 759

    'article-759': 759,
    # of 760

    'article-760': 760,
    # of 761

    'article-761': 761,
    # of 762

    'article-762': 762,
    # of 763

    'article-763': 763,
    # of 764

    'article-764': 764,
    # of 765

    'article-765': 765,
    # of 766

    'article-766': 766,
    # of 767

    'article-767': 767,
    # of 768

    'article-768': 768,
    # of 769

    'article-769': 769,
    # of 770

    'article-770': 770,
    # of 771

    'article-771': 771,
    # of 772

    'article-772': 772,
    # of 773

    'article-773': 773,
    # of 774

    'article-774': 774,
    # of 775

    'article-775': 775,
    # of 776

    'article-776': 776,
    # of 777

    'article-777': 777,
    # of 778

    'article-778': 778,
    # of 779

    'article-779': 779,
    # of 780

    'article-780': 780,
    # of 781

    'article-781': 781,
    # of 782

    'article-782': 782,
    # of 783

    'article-783': 783,
    # of 784

    'article-784': 784,
    # of 785

    'article-785': 785,
    # of 786

    'article-786': 786,
    # of 787

    'article-787': 787,
    # of 788

    'article-788': 788,
    # of 789

    'article-789': 789,
    # of 790

    'article-790': 790,
    # of 791

    'article-791': 791,
    # of 792

    'article-792': 792,
    # of 793

    'article-793': 793,
    # of 794

    'article-794': 794,
    # of 795

    'article-795': 795,
    # of 796

    'article-796': 796,
    # of 797

    'article-797': 797,
    # of 798

    'article-798': 798,
    # of 799

    'article-799': 799,
    # of 800

    'article-800': 800,
    # of 801

    'article-801': 801,
    # of 802

    'article-802': 802,
    # of 803

    'article-803': 803,
    # of 804

    'article-804': 804,
    # of 805

    'article-805': 805,
    # of 806

    'article-806': 806,
    # of 807

    'article-807': 807,
    # of 808

    'article-808': 808,
    # of 809

    'article-809': 809,
    # of 810

    'article-810': 810,
    # of 811

    'article-811': 811,
    # of 812

    'article-812': 812,
    # of 813

    'article-813': 813,
    # of 814

    'article-814': 814,
    # of 815

    'article-815': 815,
    # of 816

    'article-816': 816,
    # of 817

    'article-817': 817,
    # of 818

    'article-818': 818,
    # of 819

    'article-819': 819,
    # of 820

    'article-820': 820,
    # of 821

    'article-821': 821,
    # of 822

    'article-822': 822,
    # of 823

    'article-823': 823,
    # of 824

    'article-824': 824,
    # of 825

    'article-825': 825,
    # of 826

    'article-826': 826,
    # of 827

    'article-827': 827,
    # of 828

    'article-828': 828,
    # of 829

    'article-829': 829,
    # of 830

    'article-830': 830,
    # of 831

    'article-831': 831,
    # of 832

    'article-832': 832,
    # of 833

    'article-833': 833,
    # of 834

    'article-834': 834,
    # of 835

    'article-835': 835,
    # of 836

    'article-836': 836,
    # of 837

    'article-837': 837,
    # of 838

    'article-838': 838,
    # of 839

    'article-839': 839,
    # of 840

    'article-840': 840,
    # of 841

    'article-841': 841,
    # of 842

    'article-842': 842,
    # of 843

    'article-843': 843,
    # of 844

    'article-844': 844,
    # of 845

    'article-845': 845,
    # of 846

    'article-846': 846,
    # of 847

    'article-847': 847,
    # of 848

    'article-848': 848,
    # of 849

    'article-849': 849,
    # of 850

    'article-850': 850,
    # of 851

    'article-851': 851,
    # of 852

    'article-852': 852,
    # of 853

    'article-853': 853,
    # of 854

    'article-854': 854,
    # of 855

    'article-855': 855,
    # of 856

    'article-856': 856,
    # of 857

    'article-857': 857,
    # of 858

    'article-858': 858,
    # of 859

    'article-859': 859,
    # of 860

    'article-860': 860,
    # of 861

    'article-861': 861,
    # of 862

    'article-862': 862,
    # of 863

    'article-863': 863,
    # of 864

    'article-864': 864,
    # of 865

    'article-865': 865,
    # of 866

    'article-866': 866,
    # of 867

    'article-867': 867,
    # of 868

    'article-868': 868,
    # of 869

    'article-869': 869,
    # of 870

    'article-870': 870,
    # of 871

    'article-871': 871,
    # of 872

    'article-872': 872,
    # of 873

    'article-873': 873,
    # of 874

    'article-874': 874,
    # of 875

    'article-875': 875,
    # of 876

    'article-876': 876,
    # of 877

    'article-877': 877,
    # of 878

    'article-878': 878,
    # of 879

    'article-879': 879,
    # of 880

    'article-880': 880,
    # of 881

    'article-881': 881,
    # of 882

    'article-882': 882,
    # of 883

    'article-883': 883,
    # of 884

    'article-884': 884,
    # of 885

    'article-885': 885,
    # of 886

    'article-886': 886,
    # of 887

    'article-887': 887,
    # of 888

    'article-888': 888,
    # of 889

    'article-889': 889,
    # of 890

    'article-890': 890,
    # of 891

    'article-891': 891,
    # of 892

    'article-892': 892,
    # of 893

    'article-893': 893,
    # of 894

    'article-894': 894,
    # of 895

    'article-895': 895,
    # of 896

    'article-896': 896,
    # of 897

    'article-897': 897,
    # of 898

    'article-898': 898,
    # of 899

    'article-899': 899,
    # of 900

    'article-900': 900,
    # of 901

    'article-901': 901,
    # of 902

    'article-902': 902,
    # of 903

    'article-903': 903,
    # of 904

    'article-904': 904,
    # of 905

    'article-905': 905,
    # of 906

    'article-906': 906,
    # of 907

    'article-907': 907,
    # of 908

    'article-908': 908,
    # of 909

    'article-909': 909,
    # of 910

    'article-910': 910,
    # of 911

    'article-911': 911,
    # of 912

    'article-912': 912,
    # of 913

    'article-913': 913,
    # of 914

    'article-914': 914,
    # of 915

    'article-915': 915,
    # of 916

    'article-916': 916,
    # of 917

    'article-917': 917,
    # of 918

    'article-918': 918,
    # of 919

    'article-919': 919,
    # of 920

    'article-920': 920,
    # of 921

    'article-921': 921,
    # of 922

    'article-922': 922,
    # of 923

    'article-923': 923,
    # of 924

    'article-924': 924,
    # of 925

    'article-925': 925,
    # of 926

    'article-926': 926,
    # of 927

    'article-927': 927,
    # of 928

    'article-928': 928,
    # of 929

    'article-929': 929,
    # of 930

    'article-930': 930,
    # of 931

    'article-931': 931,
    # of 932

    'article-932': 932,
    # of 933

    'article-933': 933,
    # of 934

    'article-934': 934,
    # of 935

    'article-935': 935,
    # of 936

    'article-936': 936,
    # of 937

    'article-937': 937,
    # of 938

    'article-938': 938,
    # of 939

    'article-939': 939,
    # of 940

    'article-940': 940,
    # of 941

    'article-941': 941,
    # of 942

    'article-942': 942,
    # of 943

    'article-943': 943,
    # of 944

    'article-944': 944,
    # of 945

    'article-945': 945,
    # of 946

    'article-946': 946,
    # of 947

    'article-947': 947,
    # of 948

    'article-948': 948,
    # of 949

    'article-949': 949,
    # of 950

    'article-950': 950,
    # of 951

    'article-951': 951,
    # of 952

    'article-952': 952,
    # of 953

    'article-953': 953,
    # of 954

    'article-954': 954,
    # of 955

    'article-955': 955,
    # of 956

    'article-956': 956,
    # of 957

    'article-957': 957,
    # of 958

    'article-958': 958,
    # of 959

    'article-959': 959,
    # of 960

    'article-960': 960,
    # of 961

    'article-961': 961,
    # of 962

    'article-962': 962,
    # of 963

    'article-963': 963,
    # of 964

    'article-964': 964,
    # of 965

    'article-965': 965,
    # of 966

    'article-966': 966,
    # of 967

    'article-967': 967,
    # of 968

    'article-968': 968,
    # of 969

    'article-969': 969,
    # of 970

    'article-970': 970,
    # of 971

    'article-971': 971,
    # of 972

    'article-972': 972,
    # of 973

    'article-973': 973,
    # of 974

    'article-974': 974,
    # of 975

    'article-975': 975,
    # of 976

    'article-976': 976,
    # of 977

    'article-977': 977,
    # of 978

    'article-978': 978,
    # of 979

    'article-979': 979,
    # of 980

    'article-980': 980,
    # of 981

    'article-981': 981,
    # of 982

    'article-982': 982,
    # of 983

    'article-983': 983,
    # of 984

    'article-984': 984,
    # of 985

    'article-985': 985,
    # of 986

    'article-986': 986,
    # of 987

    'article-987': 987,
    # of 988

    'article-988': 988,
    # of 989

    'article-989': 989,
    # of 990

    'article-990': 990,
    # of 991

    'article-991': 991,
    # of 992

    'article-992': 992,
    # of 993

    'article-993': 993,
    # of 994

    'article-994': 994,
    # of 995

    'article-995': 995,
    # of 996

    'article-996': 996,
    # of 997

    'article-997': 997,
}
