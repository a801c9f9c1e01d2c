// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/kinds/kind.h"
#include "core/observe/kinds/kind_collector.h"
#include "core/observe/kinds/kind_token.h"
#include "core/redis/glob.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <set>

namespace lockkeeper::tests::kinds_test {

using namespace lockkeeper::observe;
using namespace std::string_literals;

namespace {

const WallTime kNow(std::chrono::seconds(1'750'000'000));
const std::string kUuid = "8743c9c0-0795-4907-87fd-6c719a6b4586";

std::string kindOfName(std::string_view name)
{
    return kindText(tokensOfName(name));
}

KeyReading string(std::string key, std::string value = "x",
    std::optional<std::chrono::milliseconds> ttl = std::nullopt)
{
    return {
        .key = std::move(key), .type = ValueType::String, .value = std::move(value), .ttl = ttl};
}

KindCollector collector(std::vector<config::FormatHint> hints = {})
{
    config::Deployment deployment;
    deployment.formatHints = std::move(hints);
    return {FormatSet::of(deployment).value(), systemClock()};
}

/// The names of the kinds, sorted.
std::vector<std::string> namesOf(const KindList& list)
{
    std::vector<std::string> names;
    for (const Kind& kind : list.kinds)
        names.push_back(kind.name);
    std::ranges::sort(names);
    return names;
}

const Kind& kindNamed(const KindList& list, const std::string& name)
{
    static const Kind kNone;
    const auto found = std::ranges::find(list.kinds, name, &Kind::name);
    return found == list.kinds.end() ? kNone : *found;
}

/// A word without digits for each number.
std::string word(std::size_t number)
{
    std::string text;
    for (std::size_t rest = number + 26; rest > 0; rest /= 26)
        text += static_cast<char>('a' + rest % 26);
    return "w" + text;
}

void expectReason(const char* name, const char* value, std::optional<std::chrono::milliseconds> ttl,
    CertaintyReason reason)
{
    KindCollector kinds = collector({{"named:*", "unknown"}, {"not:*", "none"}});
    kinds.add(string(name, value, ttl));
    const CertaintyReason found = kinds.kinds().kinds.at(0).reason;
    QVERIFY2(found == reason, (std::string(name) + ": " + nameOf(found)).c_str());
}

} // namespace

class KindsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSafeTextHasEachBackslashOnce()
    {
        QCOMPARE(safeKindText(kindText(tokensOfName("a\\b:7"))), std::string("a\\\\b:<n>"));
        QCOMPARE(safeKindText(kindText(tokensOfName("<a>\\"))), std::string("\\<a>\\\\"));
        QCOMPARE(safeKindText(kindText(tokensOfName("a\u202e:7"))), std::string("a\\u202e:<n>"));
    }

    void variablePartsBecomePlaceholders_data()
    {
        const auto row = columns<QByteArray, QByteArray>();
        row.named("orders", "orders");
        row.named("order:42:lock", "order:<n>:lock");
        row.named("idempotency:8743c9c0-0795-4907-87fd-6c719a6b4586", "idempotency:<uuid>");
        row.named("8743C9C0-0795-4907-87FD-6C719A6B4586", "<uuid>");
        row.named("lock:8743c9c0-0795-4907-87fd-6c719a6b4586-2", "lock:<uuid>-<n>");
        row.named("views/index:54b5a2e1e4d31b623ccb84133441fae9", "views/index:<hex>");
        row.named("_lock54b5a2e1e4d31b623ccb84133441fae9", "_lock<hex>");
        row.named("cache54b5a2e1e4d31b623ccb84133441fae9", "cache<hex>");
        row.named("sess:3I4Mn1sCShK8DLpgRt2NfzByZvQRq8bn", "sess:<id>");
        row.named("nano:V1StGXR8_Z5jdHi6B-myT", "nano:<id>");
        row.named("nano:-dLy2utYrmrt-ubo9QzK_7s_", "nano:<id>");
        row.named("tok-V1StGXR8_Z5jdHi6B-myT", "tok-<id>");
        row.named("import-orders-into-warehouse-2", "import-orders-into-warehouse-<n>");
        row.named("id:01ARZ3NDEKTSV4RRFFQ69G5FAV", "id:<id>");
        row.named("report:2026-06-20", "report:<date>");
        row.named("report:2026-06:total", "report:<date>:total");
        row.named("slot:2026-06-20T10:00:room-4", "slot:<date>:room-<n>");
        row.named("slot:2026-06-20T10:15:00.123Z", "slot:<date>");
        row.named("daily:20260620", "daily:<date>");
        row.named("item:29690001", "item:<n>");
        row.named("lockout:ann@example.org", "lockout:<email>");
        row.named("rl:10.0.0.7", "rl:<ip>");
        row.named("rl:10.0.0.7:login", "rl:<ip>:login");
        row.named("rl:2001:db8::ff00:42:8329", "rl:<ip>");
        row.named("v1.2.3", "v1.<n>.<n>");
        row.named("user1007", "user<n>");
        row.named("presence:u_77", "presence:u_<n>");
        row.named("rack::attack", "rack::attack");
        row.named("{orders}:42", "{orders}:<n>");
        row.named("a<b\\c", "a\\<b\\\\c");
        row.named("gr\xc3\xb6\xc3\x9f"
                  "e:7",
            "gr\xc3\xb6\xc3\x9f"
            "e:<n>");
        // Words, though they have digits or capitals in them.
        for (const char* word : {"orderLockManagerV2", "sha256sum", "md5", "oauth2token", "utf8mb4",
                 "HTTPServer", "facade", "lock:2x", "s3:bucket"})
            row.named(word, word);
    }
    void variablePartsBecomePlaceholders()
    {
        const auto [name, kind] = fetch<QByteArray, QByteArray>();
        QCOMPARE(QByteArray::fromStdString(kindOfName(name.toStdString())), kind);
    }

    void datesAndAddressesArePlaceholdersAsAWhole_data()
    {
        const auto row = columns<QByteArray, QByteArray>();
        row.named("at:2026-06-20T10:15+02:00", "at:<date>");
        row.named("at:2026-06-20T10+02", "at:<date>");
        row.named("at:2026-06-20T10+x", "at:<date>+x");
        row.named("at:2026-06-20 1015", "at:<date>");
        row.named("at:2026-06-20_10:15:59.5:x", "at:<date>:x");
        row.named("at:2026-06-20T10:15.", "at:<date>.");
        row.named("at:20260620101500", "at:<date>");
        row.named("at:2026/06/20", "at:<date>");
        row.named("at:2026-06-20T24:00", "at:<n>-<n>-20T24:<n>");
        row.named("at:2026-13-20", "at:<n>-<n>-<n>");
        row.named("mail:a.b-c%d+e_f@mail.example.org.", "mail:<email>.");
        row.named("mail:ann@localhost", "mail:ann@localhost");
        row.named("mail:ann@10.0.0.7", "mail:ann@<ip>");
        row.named("mail:ann@.org", "mail:ann@.org");
        row.named("rl:10.0.0.7.", "rl:<ip>.");
        row.named("rl:10.0.0.7x", "rl:<n>.<n>.<n>.7x");
        row.named("rl:1:2:3:4:5:6:7:8", "rl:<ip>");
        row.named("rl:a:b:c:d", "rl:a:b:c:d");
        row.named("rl:2001:db8::ff00:42:8329x", "rl:<n>:db8::ff00:<n>:8329x");
    }
    void datesAndAddressesArePlaceholdersAsAWhole() { variablePartsBecomePlaceholders(); }

    void hostileNamesAreTaken()
    {
        QCOMPARE(kindOfName(""), ""s);
        QCOMPARE(kindOfName("a\0b\x01\xff:7"s), "a<bytes>b<bytes>:<n>"s);
        QCOMPARE(kindOfName("\xac\xed\x00\x05t\x00\x04lock"s), "<bytes>t<bytes>lock"s);
        const std::string longest = kindOfName("k:" + std::string(65536, 'x'));
        QVERIFY(longest.ends_with("<rest>") && longest.size() < 300);
        // A name that holds a placeholder is not of the kind that it seems to be.
        QVERIFY(kindOfName("lock:<uuid>") != kindOfName("lock:" + kUuid));
        // Does not cut a letter in two.
        const std::string cut = kindOfName(std::string(255, '-') + "\xc3\xb6\xc3\xb6");
        QCOMPARE(cut, std::string(255, '-') + "<rest>");
    }

    void thePatternMatchesAllNamesOfItsKind()
    {
        for (const std::string& name : {"a*b?c[d]:7"s, "a\\*:"s + kUuid, "^x:ann@example.org"s,
                 "a\0b\x01\xff:7"s, "k:" + std::string(9999, 'x'), "lock:"s + kUuid + ":9:tail"s,
                 "gr\xc3\xb6\xc3\x9f"
                 "e:7"s}) {
            const std::string glob = kindGlob(tokensOfName(name));
            QVERIFY2(redis::globMatches(glob, name), glob.c_str());
            QVERIFY2(redis::checkGlob(glob), glob.c_str());
            QVERIFY(!redis::globMatches(glob, "y" + name));
        }
        QCOMPARE(kindGlob(tokensOfName("order:42:lock")), "order:*:lock"s);
        QCOMPARE(kindGlob(tokensOfName("a*:42")), "a\\*:*"s);
    }

    void countsKeysByKind()
    {
        KindCollector kinds = collector();
        for (int i = 0; i < 20; ++i)
            kinds.add(string("idem:" + std::to_string(i), kUuid, (i + 1) * 1min));
        kinds.add(string("idem:20", "1"));
        kinds.add({.key = "set", .type = ValueType::Set, .fields = {{"a", ""}}});
        const KindList list = kinds.kinds();
        QCOMPARE(list.keys, std::size_t(22));
        QCOMPARE(list.kinds.front().name, "idem:<n>"s);
        const Kind& idem = list.kinds.front();
        QCOMPARE(idem.pattern, "idem:*"s);
        QCOMPARE(idem.keys, std::size_t(21));
        QCOMPARE(idem.possible, std::size_t(20));
        QCOMPARE(idem.locks(), std::size_t(20));
        QVERIFY(idem.certainty == Certainty::Possible);
        QVERIFY(idem.reason == CertaintyReason::ValueOnly);
        QCOMPARE(idem.formats.at(0).what, "redlock-rb"s);
        QVERIFY(idem.isFormatAmbiguous);
        QVERIFY((idem.shapes == Shares<ValueShape>{{ValueShape::Uuid, 20}, {ValueShape::One, 1}}));
        QVERIFY((idem.types == Shares<ValueType>{{ValueType::String, 21}}));
        QCOMPARE(idem.withoutTtl, std::size_t(1));
        QVERIFY(idem.shortestTtl == 1min && idem.longestTtl == 20min);
        QCOMPARE(idem.example, "idem:0"s);
        const Kind& set = kindNamed(list, "set");
        QVERIFY(!set.certainty && set.reason == CertaintyReason::NothingSaysLock);
        QVERIFY(!set.shortestTtl && set.shapes.at(0).what == ValueShape::Members);
    }

    void aKeyThatSeveralMastersStoreCountsOnce()
    {
        KindCollector kinds = collector();
        for (int master = 0; master < 3; ++master)
            kinds.add(string("lock:7", kUuid, 1min));
        kinds.add({.key = "gone:7", .type = ValueType::None});
        QCOMPARE(kinds.kinds().keys, std::size_t(1));
    }

    void tellsWhy_data()
    {
        columns<QByteArray, QByteArray, std::optional<std::chrono::milliseconds>,
            CertaintyReason>();
        const auto row = [](const char* name, const char* value,
                             std::optional<std::chrono::milliseconds> ttl, CertaintyReason reason) {
            QTest::addRow("%s=%s", name, value)
                << QByteArray(name) << QByteArray(value) << ttl << reason;
        };
        row("lock:a", "x", 1min, CertaintyReason::NameSaysLock);
        row("orderlock:a", "x", 1min, CertaintyReason::NameResemblesLock);
        row("orderlock:a", kUuid.c_str(), std::nullopt, CertaintyReason::NoTtl);
        row("a:b", "5ccedab049f911f08f3a0242ac110002", 1min, CertaintyReason::TellingValue);
        row("a:b", kUuid.c_str(), 1min, CertaintyReason::ValueOnly);
        row("elected", "{\"lockId\":\"x\"}", 5min, CertaintyReason::ValueSaysLock);
        row("session:b", "5ccedab049f911f08f3a0242ac110002", 1min,
            CertaintyReason::ValueUnderOtherName);
        row("lock:a", "0", 1min, CertaintyReason::Zero);
        row("lock:a", "17", std::nullopt, CertaintyReason::Counter);
        row("lock:ann@example.org", "1", 1min, CertaintyReason::AccountFlag);
        row("lock:a", "f572d396fae9206628714fb2ce00f72e94f2258f", std::nullopt,
            CertaintyReason::NameSaysLock); // as a crash between SETNX and EXPIRE leaves it
        row("lock:a", "{\"colour\":1}", 1min, CertaintyReason::NoOwner);
        row("lock:a", "{\"started_at\":1795466864}", std::nullopt, CertaintyReason::NameSaysLock);
        row("account:lock:ann", "locked", 15min, CertaintyReason::AccountFlag);
        row("pool:a:slot:3", "web-3:4711:9f2c81aa", 30min, CertaintyReason::TellingValue);
        row("shard:3", "web-3-9f2c81aa", 30min, CertaintyReason::ValueOnly);
        row("shard:3", "web-3:4711", 30min, CertaintyReason::ValueOnly);
        row("shard:web-3-9f2c81aa", "web-3-9f2c81aa", 30min, CertaintyReason::NothingSaysLock);
        row("blocklist:8743c9c0-0795-4907-87fd-6c719a6b4586", kUuid.c_str(), 30s,
            CertaintyReason::NothingSaysLock);
        row("lock:a", "<html>", 1min, CertaintyReason::Document);
        row("named:a", "x", std::nullopt, CertaintyReason::Named);
        row("not:lock:a", "x", std::nullopt, CertaintyReason::HintedNone);
        row("lk:fence:a", kUuid.c_str(), 1min, CertaintyReason::BesideLock);
        row("lk:ask:{a}", kUuid.c_str(), 1min, CertaintyReason::BesideLock);
        row("session:a", "x", 1min, CertaintyReason::NameSaysOther);
        row("a:b", "x", 1min, CertaintyReason::NothingSaysLock);
        row("a:b", "lk1:web-1:7:app:1750000000000:f572d396fae9206628714fb2ce00f72e94f2258f", 1min,
            CertaintyReason::Structure);
    }
    void tellsWhy()
    {
        const auto [name, value, ttl, reason] = fetch<QByteArray, QByteArray,
            std::optional<std::chrono::milliseconds>, CertaintyReason>();
        expectReason(name.constData(), value.constData(), ttl, reason);
    }

    void theReasonDoesNotDependOnWhenOneLooks()
    {
        for (const std::chrono::seconds ttl : {20s, 3600s, 86'400s}) {
            expectReason("elected", kUuid.c_str(), ttl, CertaintyReason::ValueOnly);
            expectReason("lock:a", "17", ttl, CertaintyReason::NameSaysLock);
            expectReason("orderlock:a", "x", ttl, CertaintyReason::NameResemblesLock);
            expectReason("account:lock:7", "locked", ttl, CertaintyReason::AccountFlag);
        }
    }

    void aNameAndAValueTellTogether()
    {
        for (const char* const name :
            {"report_in_progress", "inflight:x", "syncing:x", "generating:x", "processing"})
            expectReason(name, "1", 1min, CertaintyReason::NameSaysWork);
        expectReason("cleanup-tokens", "web-3:4711:9f2c81aa", 1min, CertaintyReason::TellingValue);
        expectReason(
            "x:reconcile:leader", "web-3:4711:9f2c81aa", 10min, CertaintyReason::TellingValue);
        expectReason("x:reconcile:leader", "web-3:4711", 10min, CertaintyReason::NameResemblesLock);
        expectReason("sync_lock:AccountSyncJob", "1", 10min, CertaintyReason::NameSaysLock);
        for (const char* const name : {"acme_database_acme_cache_x", "acme-database-acme-cache-x",
                 "acme_database_acme_cache_:x"})
            expectReason(name, "Zq81kPq2LmN4vB7t", 1min, CertaintyReason::TellingValue);
        expectReason("acme_database_other_cache_x", "Zq81kPq2LmN4vB7t", 1min,
            CertaintyReason::NameSaysOther);
        expectReason(
            "lease:agreement:17:signed", "1", std::nullopt, CertaintyReason::NameSaysOther);
        expectReason("lock:x:fence", "57", std::nullopt, CertaintyReason::BesideLock);
        expectReason("named:fence", "57", std::nullopt, CertaintyReason::BesideLock);
    }

    void aPartWithManyWordsBecomesOne()
    {
        KindCollector kinds = collector();
        for (std::size_t i = 0; i <= KindCollector::kMostWords; ++i) {
            kinds.add(string("rq:scheduler-lock:" + word(i), "17", 1min));
            if (i < KindCollector::kMostWords)
                kinds.add(string("few:" + word(i)));
            kinds.add(string(word(i) + ":" + std::to_string(i)));
            kinds.add(string("cron_" + word(i) + "_lock", "x", 1min));
        }
        const KindList list = kinds.kinds();
        QCOMPARE(kindNamed(list, "rq:scheduler-lock:<word>").keys, KindCollector::kMostWords + 1);
        QCOMPARE(kindNamed(list, "rq:scheduler-lock:<word>").pattern, "rq:scheduler-lock:*"s);
        QCOMPARE(kindNamed(list, "cron_<word>_lock").keys, KindCollector::kMostWords + 1);
        QVERIFY(kindNamed(list, "few:" + word(0)).keys == 1);
        // Without its word, nothing would be left to tell the kind by.
        QVERIFY(kindNamed(list, word(0) + ":<n>").keys == 1);
    }

    void severalPartsMayHaveManyWords()
    {
        KindCollector kinds = collector();
        for (std::size_t i = 0; i < 12; ++i) {
            for (std::size_t j = 0; j < 12; ++j)
                kinds.add(string("app:" + word(i) + ":" + word(100 + j)));
        }
        QVERIFY(namesOf(kinds.kinds()) == std::vector{"app:<word>:<word>"s});
        kinds.add(string("app:new:other"));
        QVERIFY(namesOf(kinds.kinds()) == std::vector{"app:<word>:<word>"s});
    }

    void twoPartsThatAlwaysDifferBecomeWords()
    {
        KindCollector kinds = collector();
        constexpr std::size_t kNames = KindCollector::kMostKinds;
        for (std::size_t i = 0; i < kNames; ++i)
            kinds.add(string("app:" + word(i) + ":" + word(kNames + i)));
        const KindList list = kinds.kinds();
        QVERIFY(namesOf(list) == std::vector{"app:<word>:<word>"s});
        QCOMPARE(list.kinds.at(0).keys, kNames);
        kinds.add(string("app:new:other"));
        QCOMPARE(kinds.kinds().kinds.size(), std::size_t(1));
    }

    void wordsThatSayLockStay()
    {
        KindCollector kinds = collector();
        for (std::size_t i = 0; i < 50; ++i) {
            kinds.add(string("app:" + word(i), "x", 1min));
            kinds.add(string("lock:" + word(i) + "otp", "x", 1min));
        }
        for (const char* name : {"app:mutex", "app:orderLock", "app:my-leader"})
            kinds.add(string(name, "x", 1min));
        QVERIFY(namesOf(kinds.kinds())
            == (std::vector{
                "app:<word>"s, "app:mutex"s, "app:my-leader"s, "app:orderLock"s, "lock:<word>"s}));
    }

    void whatIsTakenForSomethingElseIsNotMerged()
    {
        KindCollector kinds = collector();
        for (std::size_t i = 0; i < 50; ++i)
            kinds.add(string("app:" + word(i) + ":7"));
        kinds.add(string("app:import:7", kUuid, 1min));
        kinds.add(string("app:lock:7", kUuid, 1min));
        QVERIFY(namesOf(kinds.kinds())
            == (std::vector{"app:<word>:<n>"s, "app:import:<n>"s, "app:lock:<n>"s}));
    }

    void idsThatLookLikeNumbersAreOfTheSameKind()
    {
        KindCollector kinds = collector();
        kinds.add(string("visit:4711"));
        kinds.add(string("visit:54b5a2e1e4d31b62"));
        kinds.add(string("other:4711"));
        QVERIFY(namesOf(kinds.kinds()) == (std::vector{"other:<n>"s, "visit:<id>"s}));
        // Words beside numbers are no ids, but beside random ids they are.
        for (std::size_t i = 0; i <= KindCollector::kMostWords; ++i) {
            kinds.add(string("other:" + word(i)));
            kinds.add(string("sess:" + word(i)));
        }
        kinds.add(string("sess:3I4Mn1sCShK8DLpgRt2NfzByZvQRq8bn"));
        QVERIFY(namesOf(kinds.kinds())
            == (std::vector{"other:<n>"s, "other:<word>"s, "sess:<id>"s, "visit:<id>"s}));
    }

    void theNumberOfKindsIsLimited()
    {
        KindCollector kinds = collector();
        constexpr std::size_t kNames = 3 * KindCollector::kMostKinds;
        kinds.add(string("lock:orders", kUuid, 1min));
        for (std::size_t i = 0; i < kNames; ++i)
            kinds.add(string(word(i)));
        for (int i = 0; i < 3; ++i)
            kinds.add(string("often:" + std::to_string(i)));
        const KindList list = kinds.kinds();
        QVERIFY(list.kinds.size() <= KindCollector::kMostKinds);
        QVERIFY(list.otherKeys > 0);
        QCOMPARE(list.keys, kNames + 4);
        // What may be a lock stays, however rare it is.
        QVERIFY(kindNamed(list, "lock:orders").keys == 1);
        QVERIFY(kindNamed(list, "often:<n>").keys == 3);
        QVERIFY(!list.isCut);
    }

    void theOrderOfTheReadingsDoesNotMatter()
    {
        std::vector<KeyReading> readings;
        for (std::size_t i = 0; i < 40; ++i) {
            readings.push_back(string("a:" + word(i % 20) + ":" + word(i), kUuid, 1min));
            readings.push_back(string("b:" + word(i) + ":lock", "1", 1min));
        }
        KindCollector forwards = collector();
        for (const KeyReading& reading : readings)
            forwards.add(reading);
        std::ranges::reverse(readings);
        KindCollector backwards = collector();
        for (const KeyReading& reading : readings)
            backwards.add(reading);
        QVERIFY(namesOf(forwards.kinds()) == namesOf(backwards.kinds()));
    }

    void aValueHasAForm_data()
    {
        columns<QByteArray, QByteArray>();
        const auto row = [](const char* name, const QByteArray& value) {
            QTest::addRow("%s: %s", name, value.toPercentEncoding().constData())
                << value << QByteArray(name);
        };
        row("empty", "");
        row("one", "1");
        row("number", "2");
        row("number", "-1");
        row("number", "007");
        row("word", "-");
        row("time", "1750000000");
        row("time", "1750000000123");
        row("number", "99999999999999999999");
        row("time", "2025-06-15T15:06:40Z");
        row("uuid", "123e4567-e89b-42d3-a456-426614174000");
        row("hex-32", QByteArray(32, 'a'));
        row("hex-40", QByteArray(40, 'B'));
        row("hex-64", QByteArray(64, 'c'));
        row("hex", QByteArray(16, 'd'));
        row("word", QByteArray(15, 'd'));
        row("random", "q7Zk/3Vb+1XwP0==");
        row("host-and-pid", "web-3:812");
        row("word", "web-3");
        row("json", "{\"a\": 1}");
        row("json", "[1]");
        row("text", "{\"a\": 1");
        row("text", "two words\n");
        row("text", QByteArray(65, 'z'));
        row("bytes", QByteArray("\x01", 1));
        row("bytes", QByteArray("\xff", 1));
    }

    void aValueHasAForm()
    {
        const auto [value, name] = fetch<QByteArray, QByteArray>();
        const KeyReading reading{
            .key = "k", .type = ValueType::String, .value = value.toStdString()};
        QCOMPARE(QByteArray(nameOf(valueShape(reading, kNow))), name);
    }

    void whatIsNoStringHasMembersWhateverIsInIt()
    {
        KeyReading reading{.key = "k", .type = ValueType::Hash};
        QVERIFY(valueShape(reading, kNow) == ValueShape::Members);
        reading.isTooLong = true;
        QVERIFY(valueShape(reading, kNow) == ValueShape::TooLong);
    }

    void eachFormHasANameOfItsOwn()
    {
        std::set<std::string> names;
        for (std::size_t i = 0; i < kValueShapes; ++i)
            names.insert(nameOf(static_cast<ValueShape>(i)));
        QCOMPARE(names.size(), kValueShapes);
    }
};

LOCKKEEPER_TEST(KindsTest)

} // namespace lockkeeper::tests::kinds_test

#include "kinds_test.moc"
