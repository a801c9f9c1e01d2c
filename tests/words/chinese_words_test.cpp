// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/language/language.h"
#include "core/config/checks.h"
#include "core/config/deployments_text.h"
#include "core/output/board_json.h"
#include "core/output/incident.h"
#include "core/output/lock_csv.h"
#include "core/redis/url.h"
#include "core/text/duration_text.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/fact_words.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"
#include "core/words/safety_words.h"
#include "core/words/time_words.h"
#include "core/words/wait_words.h"
#include "core/words/whois_words.h"
#include "tests/support/test_class.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_join.h>
#include <set>

namespace lockkeeper::tests::chinese_words_test {

using observe::Evidence;
using observe::EvidenceKind;
using observe::EvidenceList;
using observe::LockEntry;
using observe::ProcessState;
using observe::VoteState;
using release::SafetyVerdict;
using words::Seen;

namespace {

constexpr SteadyTime kNow{100h};

/// What has the same name in Chinese.
const std::set<std::string> kNames{"ACL", "AOF", "Cluster", "GLOB", "JSON", "MONITOR", "NTP",
    "Redis", "SETUSER", "SIGSTOP", "SWAPDB", "TLS", "TOML", "TTL", "URL", "UTC", "always",
    "appendfsync", "everysec", "info", "match", "maxclients", "maxmemory-policy",
    "min-replicas-to-write", "noeviction", "password_env", "pid", "restart_quarantine"};

/// The words of a text that are neither Chinese nor a name: empty if there are none.
QString englishIn(const std::string& text, const std::set<std::string>& alsoNames = {})
{
    std::vector<std::string> found;
    std::string word;
    for (const char c : text + " ") {
        if (absl::ascii_isalpha(static_cast<unsigned char>(c)) || c == '_'
            || (c == '-' && !word.empty())) {
            word += c;
            continue;
        }
        if (word.size() > 1 && !kNames.contains(word) && !alsoNames.contains(word))
            found.push_back(word);
        word.clear();
    }
    const bool isEmpty = text.empty();
    return QString::fromStdString(isEmpty ? "(nothing)" : absl::StrJoin(found, " "));
}

std::string textOf(const QByteArray& bytes)
{
    return bytes.toStdString();
}

/// As a journal with the verdict is shown.
std::string storedText(const SafetyVerdict& verdict, Seen seen)
{
    return words::storedSafetyText(words::shownSafety(verdict, seen).text);
}

LockEntry heldEntry()
{
    std::vector<observe::Vote> votes;
    for (const char* const id : {"a", "b", "c"})
        votes.push_back({.master = MasterId(id),
            .state = VoteState::Held,
            .token = Fingerprint::ofString("t"),
            .ttl = 10s,
            .readAt = kNow});
    LockEntry entry{.resource = Resource("orders")};
    entry.votes = observe::Votes(votes);
    entry.asOf = kNow;
    entry.stale = EvidenceList({Evidence{.kind = EvidenceKind::NeverExpires},
        Evidence{.kind = EvidenceKind::MinorityLeftover, .votes = 1, .masters = 3}});
    return entry;
}

std::string csvOf(const LockEntry& entry)
{
    std::string text;
    output::writeCsv({std::make_shared<const LockEntry>(entry)},
        [&text](std::string_view piece) { text.append(piece); });
    return text;
}

std::string jsonOf(const LockEntry& entry)
{
    output::JsonWriter out;
    output::writeLock(out, entry, {kNow, WallTime(1h)});
    return out.text();
}

} // namespace

/// What people read in Chinese, by the catalogue of the programs. Each text that has an English
/// word left is one without a translation.
class ChineseWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { useLanguage(Language::SimplifiedChinese); }
    void cleanup() { useLanguage(Language::English); }

    void evidenceHasNoEnglishWord_data()
    {
        QTest::addColumn<int>("kind");
        for (const EvidenceKind kind : enumValues<observe::EvidenceKind>())
            QTest::newRow(nameOf(kind)) << static_cast<int>(kind);
    }

    void evidenceHasNoEnglishWord()
    {
        QFETCH(const int, kind);
        Evidence evidence{.kind = static_cast<EvidenceKind>(kind),
            .since = kNow - 40s,
            .measure = 5s,
            .votes = 1,
            .masters = 3};
        QCOMPARE(englishIn(words::evidenceText(evidence, kNow)), QString());
        QCOMPARE(englishIn(words::shortEvidenceText(evidence)), QString());
        evidence.votes = 2;
        evidence.masters = 0;
        evidence.pid = 812;
        evidence.expiredAt = WallTime(1h);
        evidence.since.reset();
        evidence.measure.reset();
        QCOMPARE(englishIn(words::evidenceText(evidence, kNow)), QString());
        QCOMPARE(englishIn(words::shortEvidenceText(evidence)), QString());
        evidence.isPidReused = true;
        QCOMPARE(englishIn(words::evidenceText(evidence, kNow)), QString());
    }

    void severalReasonsAreJoinedInChinese()
    {
        const LockEntry entry = heldEntry();
        QCOMPARE(words::evidenceText(entry.stale, kNow),
            textOf("无 TTL：永远不会自行过期；残留：3 个主节点中只有 1 个存有它，不够多数派"));
        QCOMPARE(words::shortEvidenceText(entry.stale), textOf("无 TTL、残留 1/3"));
    }

    void everyReasonOfACertaintyIsTranslated()
    {
        for (const auto reason : enumValues<observe::CertaintyReason>()) {
            for (const auto level : enumValues<observe::Certainty>())
                QCOMPARE(englishIn(words::certaintyText({level, reason})), QString());
        }
    }

    void verdictsAndVotesAreTranslated()
    {
        LockEntry entry = heldEntry();
        const observe::Judgement judgement = entry.countVotes();
        QCOMPARE(words::verdictText(entry, judgement),
            textOf("已持有：令牌 ") + judgement.token->shortHex()
                + textOf(" 占 3 个主节点中的 3 个，多数派为 2"));
        for (const auto verdict : {observe::Verdict::Held, observe::Verdict::Minority,
                 observe::Verdict::Split, observe::Verdict::Unknown, observe::Verdict::Free})
            QCOMPARE(englishIn(words::verdictWord(verdict)), QString());
        for (const VoteState state :
            {VoteState::Held, VoteState::Free, VoteState::NoAnswer, VoteState::Error}) {
            const observe::Vote vote{.master = MasterId("a"), .state = state};
            QCOMPARE(englishIn(words::voteText(entry, vote, std::nullopt)), QString());
        }
    }

    void aHolderKeepsItsNames()
    {
        const observe::Holder holder{.host = "held", .pid = 5, .thread = "free", .app = "nobody"};
        QCOMPARE(words::holderText(holder), textOf("nobody@held pid 5，线程 free"));
        QCOMPARE(words::holderText(observe::Holder{.detail = "3 readers"}), textOf("3 个读者"));
        QCOMPARE(words::holderText(observe::Holder{.detail = "revoked by ann: no answer for 3 s"}),
            textOf("由 ann 作废：no answer for 3 s"));
        QCOMPARE(words::holderText(observe::Holder{}), textOf("未知持有者"));
    }

    void timesAndCountsHaveChineseUnits()
    {
        QCOMPARE(words::durationText(3s), textOf("3.0 秒"));
        QCOMPARE(words::durationText(65s), textOf("1 分 05 秒"));
        QCOMPARE(words::durationText(25h), textOf("1 天 01 小时"));
        QCOMPARE(words::agoText(40s), textOf("40 秒前"));
        for (const char* const noun : {"client", "deadlock", "failover", "key", "kind", "line",
                 "lock", "master", "more key", "other key", "thread", "time"}) {
            QCOMPARE(englishIn(words::countText(1, noun)), QString());
            QCOMPARE(englishIn(words::countText(2, noun)), QString());
        }
        QCOMPARE(words::countText(2, "walrus"), std::string("2 walruss")); // no noun of ours
    }

    void safetyIsTranslated()
    {
        for (const auto process :
            {ProcessState::Running, ProcessState::Stopped, ProcessState::Blocked,
                ProcessState::Gone, ProcessState::Replaced, ProcessState::Unknown}) {
            for (const auto renewal : {release::RenewalClue::NotFollowed,
                     release::RenewalClue::NotWatched, release::RenewalClue::NoneSeen,
                     release::RenewalClue::Recent, release::RenewalClue::Overdue}) {
                for (const auto safety : {release::Safety::SafeToFree, release::Safety::Alive,
                         release::Safety::NotKnown}) {
                    SafetyVerdict verdict{.safety = safety,
                        .isProcessNamed = true,
                        .pid = 812,
                        .process = process,
                        .isConnectionGone = true,
                        .renewal = renewal,
                        .renewals = 2,
                        .renewalAge = 3s};
                    QCOMPARE(englishIn(words::safetySentence(verdict, Seen::Watched)), QString());
                    QCOMPARE(englishIn(storedText(verdict, Seen::Watched)), QString());
                    verdict.isValueShared = true;
                    QCOMPARE(englishIn(storedText(verdict, Seen::Watched)), QString());
                    verdict.isProcessNamed = false;
                    verdict.renewals = 1;
                    QCOMPARE(englishIn(words::safetySentence(verdict, Seen::Once)), QString());
                    QCOMPARE(englishIn(storedText(verdict, Seen::Once)), QString());
                }
            }
        }
    }

    void nobodysFormatIsTranslated()
    {
        QCOMPARE(englishIn(words::formatText("unknown")), QString());
        QCOMPARE(words::formatText("redis-py"), std::string("redis-py"));
        QCOMPARE(englishIn(words::libraryText(
                     {.scope = observe::ValueScope::Shared, .format = "unknown"})),
            QString());
    }

    void theJournalGetsTheSafetyInEnglish()
    {
        const SafetyVerdict verdict{.isUnread = true};
        QCOMPARE(words::shownSafety(verdict, Seen::Once).text,
            std::string("NOT KNOWN: the value of this token was not read yet"));
    }

    void factsOfAMasterAreTranslated_data()
    {
        const auto row = columns<QByteArray>();
        row("nothing", "role:master\r\n");
        for (const char* const policy : {"noeviction", "allkeys-lru"}) {
            for (const char* const limit : {"0", "1000000", "100000000"})
                QTest::addRow("%s, %s", policy, limit)
                    << QByteArray("maxmemory:")
                           .append(limit)
                           .append("\r\nused_memory:950000\r\nevicted_keys:3\r\nmaxmemory_policy:")
                           .append(policy)
                           .append("\r\naof_enabled:1\r\nuptime_in_seconds:90\r\n");
        }
        row("failing", "aof_enabled:1\r\naof_last_write_status:err\r\n");
        row("no append-only file", "aof_enabled:0\r\nrdb_last_bgsave_status:ok\r\n");
        row("no snapshot", "aof_enabled:0\r\nrdb_last_bgsave_status:err\r\n");
    }

    void factsOfAMasterAreTranslated()
    {
        const auto [info] = fetch<QByteArray>();
        observe::MasterStatus master{.id = MasterId("a")};
        const std::set<std::string> units{"KiB", "MiB", "allkeys-lru"};
        for (const auto ahead : {0ms, 900ms, -5000ms}) {
            observe::ServerFacts facts{.readAt = kNow};
            facts.clock = {ahead, 2ms};
            observe::addInfo(facts, redis::Reply::string(info.toStdString()));
            master.facts = std::make_shared<const observe::ServerFacts>(facts);
            for (const words::MasterFact& fact : words::factsOf(master, kNow)) {
                QCOMPARE(englishIn(fact.text, units), QString());
                QCOMPARE(englishIn(fact.why), QString());
                QCOMPARE(englishIn(words::factTopicName(fact.topic)), QString());
                QCOMPARE(englishIn(words::factStateName(fact.state)), QString());
            }
            QCOMPARE(englishIn(words::factsSummary(words::factsOf(master, kNow))), QString());
        }
    }

    void everyKindOfErrorHasChineseAdvice()
    {
        for (const ErrorClass kind : enumValues<ErrorClass>()) {
            const std::string advice = words::adviceFor(kind);
            if (!advice.empty())
                QCOMPARE(englishIn(advice), QString());
        }
    }

    void resultsOfAReleaseAreTranslated()
    {
        using release::MasterResult;
        for (const MasterResult result : enumValues<MasterResult>())
            QCOMPARE(englishIn(words::resultText(result)), QString());
        release::Report report{
            .outcomes = {{MasterId("a"), MasterResult::Released},
                {MasterId("b"), MasterResult::Released}, {MasterId("c"), MasterResult::Unknown}},
            .hasHolderChanged = false,
            .isQuorumFreed = true};
        QCOMPARE(words::reportText(report),
            textOf("已在 3 个主节点中的 2 个上释放：锁已空闲；1 个主节点可能仍存有它"));
        report.isQuorumFreed = false;
        QCOMPARE(englishIn(words::reportText(report)), QString());
    }

    void ourErrorsAreTranslatedAndKeptInEnglish()
    {
        const Error error = parseDuration("9 miles").error();
        QCOMPARE(
            error.text, std::string("'9 miles' has an unknown unit: write 500ms, 30s, 5m or 2h"));
        QCOMPARE(words::errorText(error), textOf("“9 miles”的单位未知：请写 500ms、30s、5m 或 2h"));
        QCOMPARE(words::errorText({ErrorClass::Journal,
                     "journal /j: can't open it: Permission denied; nothing is done without it"}),
            textOf("操作日志 /j：无法打开：权限不足；没有操作日志就不做任何操作"));
        const auto parsed = config::parseDeployments("[[deployment]]\nname = \"x\"\n", "f.toml");
        QCOMPARE(englishIn(trData(parsed.errors.front().text),
                     {"toml", "masters", "redis", "deployment", "sentinel", "cluster"}),
            QString());
    }

    void textOfAServerIsNotTranslated()
    {
        for (const char* const text : {"ERR unknown command 'held'", "free", "ERR a: b; c (d)",
                 "no answer from 3 masters, expired", "$0 and $1"})
            QCOMPARE(words::errorText({ErrorClass::ServerError, text}), std::string(text));
    }

    void programsReadEnglish()
    {
        const LockEntry entry = heldEntry();
        const std::string json = jsonOf(entry);
        const std::string csv = csvOf(entry);
        QVERIFY(json.find("no TTL: it never expires on its own") != std::string::npos);
        useLanguage(Language::English);
        QCOMPARE(json, jsonOf(entry));
        QCOMPARE(csv, csvOf(entry));
        const output::Incident incident{.resource = Resource("orders")};
        const std::string asJson = output::asJson(incident);
        const std::string asMarkdown = output::asMarkdown(incident);
        useLanguage(Language::SimplifiedChinese);
        QCOMPARE(output::asJson(incident), asJson);
        QVERIFY(output::asMarkdown(incident) != asMarkdown);
    }

    void anIncidentReportIsChinese()
    {
        output::Incident incident{.resource = Resource("orders")};
        incident.locks.push_back({.resource = Resource("orders")});
        incident.isHistoryMissing = true;
        incident.unreadableLines = 2;
        incident.deedsElsewhere = 1;
        incident.journalBreak = "line 3: lines before it are missing";
        QCOMPARE(englishIn(output::asMarkdown(incident), {"orders", "SHA-"}), QString());
    }

    void waitersAndClientsAreTranslated()
    {
        QCOMPARE(words::countText(observe::WaitCount{.least = 2, .most = 5}), textOf("2～5"));
        QCOMPARE(words::waitingCountText({.least = 2, .most = 2, .gone = 1}),
            textOf("2 个等待者，1 个已离开其队列"));
        for (const observe::Clue clue : enumValues<observe::Clue>())
            QCOMPARE(englishIn(words::clueText(clue)), QString());
        QCOMPARE(englishIn(words::listeningCost(3, 10s, 1000)), QString());
        config::Deployment deployment;
        for (const std::size_t masters : {2U, 4U, 6U}) {
            deployment.masters.resize(masters);
            QCOMPARE(englishIn(config::warnings(deployment).front()), QString());
        }
    }
};

LOCKKEEPER_TEST(ChineseWordsTest)

} // namespace lockkeeper::tests::chinese_words_test

#include "chinese_words_test.moc"
