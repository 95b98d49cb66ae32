//! Tables of this repository and of others, in a notation from which rows can be generated.
//!
//! `User: pk=USER#{user_id=name} sk=PROFILE name=words` is an entity with its attributes. Within keys, `{id=ulid}` names
//! an attribute and its kind of value, `{id}` is the same attribute again, `{at:.3}` has a format, `{id=ulid!}` has no
//! attribute, and `{note=text?}` is missing in every third row, and `{note=text??}` in every
//! second. A key attribute that is given several times has several shapes: a
//! row has the first one whose values it has. A word alone after the name is the type attribute.

pub const TABLES: [(&str, &[&str]); 22] = [
    (
        "readme",
        &[
            "User: pk=USER#{user_id=name} sk=PROFILE name=words gsi1pk=EMAIL#{email=email?} gsi1sk=USER#{user_id}",
            "Order: pk=USER#{user_id=name} sk=ORDER#{created_at=time:.3}#{id=ulid} total_cents=integer \
         gsi1pk=ORDER#{status=state} gsi1sk={created_at:.3}#{id}",
        ],
    ),
    (
        "audit",
        &[
            "User: pk=USER#{user_id=name} sk=PROFILE name=words gsi1pk=EMAIL#{email=email?} gsi1sk=USER#{user_id}",
            "Order: pk=USER#{user_id=name} sk=ORDER#{number=integer:08} address=words total_cents=integer \
         gsi1pk=STATUS#{status=state} gsi1sk=ORDER#{number:08}",
        ],
    ),
    (
        "gaming",
        &[
            "User: pk=USER#{username=name} sk=#METADATA#{username} points=integer",
            "Game: pk=GAME#{game_id=uuid} sk=#METADATA#{game_id} map=words",
            "Mapping: pk=GAME#{game_id=uuid} sk=USER#{username=name} place=integer",
        ],
    ),
    (
        "entity keys",
        &[
            "Organization: pk=ORG#{org=name} sk=ORG#{org} plan=state",
            "Team: pk=ORG#{org=name} sk=TEAM#{team=ulid} title=words",
            "Member: pk=TEAM#{team=ulid} sk=USER#{user=name} since=date",
            "Product: pk=PRODUCT#{sku=hex} sk=PRODUCT#{sku} price=decimal",
            "Enrolment: pk=STUDENT#{student=name} sk=COURSE#{course=name} grade=integer",
        ],
    ),
    (
        "composite",
        &[
            "Order: pk=USER#{user=name} sk=ORDER#{date=date}#{id=ulid} amount=decimal",
            "Tenant: pk=TENANT#{tenant=name} sk=USER#{user=name}#PROFILE mail=email",
            "Metric: pk=METRICS sk=METRIC#{y=integer:04}#{m=integer:02}#{name=name}#{host=name} load=decimal",
            "Day: pk=DAY#{at=time:%Y%m%d}#{shard=integer:02} sk=EVENT#{at:.3} what=words",
        ],
    ),
    (
        "mbc",
        &[
            "Order: pk=ORDER#{tenant=name} sk=ORDER#{id=ulid} total=integer",
            "OrderCommand: pk=COMMAND#{tenant=name} sk=ORDER#{id=ulid}#v{version=integer:unordered} body=words",
            "OrderAt: pk=AT#{tenant=name} sk={id=ulid}@v{version=integer:unordered} body=words",
        ],
    ),
    (
        "ids",
        &[
            "Device: pk=DEVICE#{id=uuid!} sk=DEVICE secret=words",
            "File: pk=FILE#{file=ulid!} sk=INFO size=integer",
            "Upload: pk=UPLOAD#{upload=uuid} sk=PART#{part=integer!:04} bytes=integer",
            "Object: pk=OBJECT#{object_id=hex} sk=OBJECT#{object_id} kind_of=words",
        ],
    ),
    (
        "times",
        &[
            "Whole: pk=WHOLE#{id=name} sk={at=time:.0} x=integer",
            "Micro: pk=MICRO#{id=name} sk={at=time:.6} x=integer",
            "Java: pk=JAVA#{id=name} sk={at=time:instant} x=integer",
            "Python: pk=PYTHON#{id=name} sk={at=time:isoformat} x=integer",
            "Month: pk=MONTH#{id=name}#{at=time:month} sk={at:.3} x=integer",
            "Hour: pk=HOUR#{id=name} sk={at=time!:%Y-%m-%d-%H} x=integer",
            "Named: pk=NAMED#{id=name} sk=FILE#{at=time!:%Y-%m-%dT%H-%M-%S-%3fZ} x=integer",
            "Chrono: pk=CHRONO#{id=name} sk={at=time:rfc3339} x=integer",
        ],
    ),
    (
        "numbers",
        &[
            "Task: pk=TASK#{list=name} sk=TASK#{n=integer:05} title=words",
            "Revision: pk=DOC#{doc=uuid} sk=REV#v{rev=integer:unordered} title=words",
            "Score: pk=GAME#{game=name} sk=SCORE#{score=integer:desc08}#{player=name} title=words",
            "Reading: pk=SENSOR#{sensor=name} sk={ms=millis:013} value=decimal",
        ],
    ),
    (
        "case",
        &[
            "User: pk=EMAIL#{email=email:lower} sk=USER name=words",
            "Brand: pk=BRAND#{brand=words!:upper} sk=BRAND country=words",
            "Note: pk=NOTE#{id=ulid} sk=NOTE text=words gsi1pk=TITLE#{title=words:lower} gsi1sk={id}",
        ],
    ),
    (
        "rest",
        &[
            "File: pk=BUCKET#{bucket=name} sk=FILE#{*path=path} size=integer",
            "Mail: pk=MAIL#{*address=hashed:lower} sk=MAIL read=bool",
            "Tree: pk=TREE#{tree=name} sk=NODE#{*node=path!} size=integer",
        ],
    ),
    (
        "separators",
        &[
            "Task: pk=TASK|{project=name} sk=TASK|{number=integer:06} title=words",
            "User: pk=USER#{user=name} sk=PROFILE# name=words",
            "Doc: pk={site=name}/docs#{id=ulid} sk=DOCUMENT title=words",
            "Repo: pk=org-{org=name} sk=repo-{repo=name} stars=integer",
        ],
    ),
    (
        "camel",
        &[
            "UserProfile: PK=USER#{userId=name} SK=PROFILE displayName=words isActive=bool entityType=UserProfile",
            "UserOrder: PK=USER#{userId=name} SK=ORDER#{createdAt=time:.3} totalCents=integer entityType=UserOrder \
         GSI1PK=STATUS#{orderStatus=state} GSI1SK={createdAt:.3}",
        ],
    ),
    (
        "values",
        &[
            "Item: pk=ITEM#{id=ulid} sk=ITEM tags=strings sizes=numbers parts=list address=map raw=json blob=bytes \
         gone=null score=decimal balance=signed on=bool day=date seen=time note=text?",
            "Counter: pk=COUNTER#{id=name} sk=COUNTER value=integer at=epoch",
        ],
    ),
    (
        "electrodb",
        &[
            "User: pk=$shop#userid_{userId=words:lower} sk=$user_1 email=email __edb_e__=user __edb_v__=one",
            "Order: pk=$shop#userid_{userId=words:lower} sk=$order_1#createdat_{createdAt=text_time}#orderid_{orderId=words:lower} \
         total=integer __edb_e__=order __edb_v__=one",
        ],
    ),
    (
        "onetable",
        &[
            "Account: pk=account:{id=ulid} sk=account: _type=Account name=words",
            "Person: pk=account:{accountId=ulid} sk=user:{email=email} _type=Person userRole=state",
        ],
    ),
    (
        "toolbox",
        &[
            "Pokemon: pk=TRAINER#{trainerId=name} sk=POKEMON#{pokemonId=uuid} _et=Pokemon level=integer created=time modified=time",
            "Trainer: pk=TRAINER#{trainerId=name} sk=TRAINER _et=Trainer name=words created=time modified=time",
        ],
    ),
    (
        "lower",
        &[
            "User: pk=user#{user_id=name} sk=profile name=words",
            "Order: pk=user#{user_id=name} sk=order#{order_id=ulid} total=integer",
            "Post: pk=post#{post_id=ulid} sk=post#{post_id} title=words",
            "Like: pk=post#{post_id=ulid} sk=like#{user_id=name} like_at=time",
        ],
    ),
    (
        "sparse",
        &[
            "Invoice: pk=INVOICE#{id=ulid} sk=INVOICE customer=name amount=integer status=state \
         gsi1pk=OPEN#{customer} gsi1sk={id} only=status:PENDING",
            "Mail: pk=MAIL#{id=ulid} sk=MAIL gsi1pk=FOLDER#{folder=name?} gsi1sk={received=time:.3}",
        ],
    ),
    (
        "shapes of an index",
        &[
            "Order: pk=ORDER#{id=ulid} sk=ORDER gsi1pk=CAMPAIGN#{client=name}#{campaign=name?} gsi1pk=CLIENT#{client} \
         gsi1sk={at=time:.3}",
            "Ticket: pk=TICKET#{id=ulid} sk=TICKET title=words gsi1pk=TEAM#{team=name}#USER#{user=name?} gsi1sk=#{id} \
         gsi1pk=TEAM#{team} gsi1sk=OPEN#{id}",
            "File: pk=FILE#{id=uuid} sk=INFO gsi1pk=USER#{user=name?} gsi1sk=FILE#{size=integer:05} gsi1pk=GROUP#{group=name??}",
        ],
    ),
    (
        "shapes of a primary key",
        &[
            "Version: pk=DOC#{doc=uuid} sk=VERSION#{version=integer:04}#V#{variant=name?} sk=VERSION#{version:04} title=words \
         type=Version gsi1pk=TITLE#{title} gsi1sk={version:04}",
            "Price: pk=PRODUCT#{product=hex}#SHOP#{shop=name?} sk=PRICE#{id=ulid} pk=PRODUCT#{product} cents=integer type=Price",
            "Part: pk=FILE#{file=ulid!} sk=PART#{part=integer!:04}#COPY#{copy=hex!?} sk=PART#{part:04} size=integer type=Part",
            "Step: pk=RUN#{run=uuid} sk=STEP#{step=name}#USER#{user=name?}#TEAM#{team=name??} sk=STEP#{step}#USER#{user} \
         sk=STEP#{step} state=state type=Step",
        ],
    ),
    ("one", &["Session: pk=SESSION#{token=hex!} expires=epoch user=name"]),
];
