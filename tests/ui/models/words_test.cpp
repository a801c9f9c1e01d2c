// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"
#include "tests/support/test_class.h"
#include "ui/models/words/words.h"

#include <QTextDocument>

namespace lockkeeper::tests::words_test {

using namespace lockkeeper::ui;
using observe::Evidence;
using observe::EvidenceKind;
using redis::LinkState;

namespace {

constexpr SteadyTime kNow{1h};

} // namespace

class WordsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ofASingleServerNothingIsCounted()
    {
        QCOMPARE(ui::quorumText({.masters = 1, .quorum = 1, .up = 1, .voting = 1}),
            u"not all keys can be read: no lock can be judged"_s);
        QCOMPARE(ui::quorumText({.masters = 3, .quorum = 2, .up = 3, .readable = 1, .voting = 3}),
            u"only 1 of 3 can be read"_s);
    }

    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void holderIsToldAsFarAsKnown_data()
    {
        const auto row = columns<observe::Holder, QString>();
        row("all", observe::Holder{.host = "web-3", .pid = 812, .app = "api"}, "api@web-3 pid 812");
        row("host and pid", observe::Holder{.host = "worker-2", .pid = 33}, "worker-2 pid 33");
        row("pid", observe::Holder{.pid = 33}, "pid 33");
        row("thread and client",
            observe::Holder{.thread = "7", .detail = "client 1f3c90ab-0000-4000-8000-000000000000"},
            u"thread 7, client 1f3c90ab…"_s);
        row("node", observe::Holder{.detail = "node 02:42:ac:11:00:02"}, "node 02:42:ac:11:00:02");
        row("nothing", observe::Holder{}, "unknown holder");
        row("placeholders in names", observe::Holder{.host = "%1", .pid = 1, .app = "%2"},
            "%2@%1 pid 1");
        row("control characters", observe::Holder{.host = "a\rb"}, "a\\rb");
    }

    void holderIsToldAsFarAsKnown()
    {
        const auto [holder, text] = fetch<observe::Holder, QString>();
        observe::DecodedLock lock{.scope = observe::ValueScope::Acquisition};
        lock.format = "redis-py";
        lock.holder = holder;
        QCOMPARE(holderText(lock), text);
    }

    void sharedLocksTellHowManyHoldAndWait()
    {
        observe::DecodedLock lock{.scope = observe::ValueScope::Acquisition};
        lock.format = "redisson-rw";
        lock.mode = observe::LockMode::Read;
        lock.holder.detail = "2 readers";
        lock.holders = {{.thread = "1"}, {.thread = "2"}};
        QCOMPARE(holderText(lock), u"2 readers"_s);
        lock.waiting = {.least = 3, .most = 3};
        QCOMPARE(holderText(lock), u"2 readers, 3 waiting"_s);
        lock = {.scope = observe::ValueScope::Acquisition,
            .holder = {.thread = "7"},
            .mode = observe::LockMode::Write,
            .holders = {{}}};
        QCOMPARE(holderText(lock), u"thread 7 (write)"_s);
        lock.mode = observe::LockMode::Read;
        QCOMPARE(holderText(lock), u"thread 7 (read)"_s);
    }

    void whoRevokedIsToldInTheShownLanguage()
    {
        static constexpr Catalogue::Entry kEntries[]{{"holder\4revoked by $0", "由 $0 作废"}};
        static const Catalogue catalogue(kEntries);
        observe::DecodedLock lock{.scope = observe::ValueScope::Acquisition};
        lock.format = "lk1-revoked";
        lock.holder.detail = "revoked by root";
        QCOMPARE(holderText(lock), u"revoked by root"_s);
        useCatalogue(&catalogue);
        const QString text = holderText(lock);
        useCatalogue(nullptr);
        QCOMPARE(text, u"由 root 作废"_s);
    }

    void ambiguousLibraryNamesAll()
    {
        observe::DecodedLock lock{.scope = observe::ValueScope::Acquisition};
        lock.format = "redis-py";
        QCOMPARE(toQt(words::libraryText(lock)), u"redis-py"_s);
        lock.alternatives = {"node-redlock"};
        QCOMPARE(toQt(words::libraryText(lock)), u"redis-py or node-redlock"_s);
    }

    void evidenceIsASentence_data()
    {
        const auto row = columns<Evidence, QString>();
        row("never expires", Evidence{.kind = EvidenceKind::NeverExpires},
            "no TTL: it never expires on its own");
        row("leftover", Evidence{.kind = EvidenceKind::MinorityLeftover, .votes = 1, .masters = 5},
            "leftover: on 1 of 5 masters, fewer than a quorum");
        row("process gone", Evidence{.kind = EvidenceKind::HolderProcessGone, .pid = 812},
            "its process 812 has ended");
        row("pid reused",
            Evidence{.kind = EvidenceKind::HolderProcessGone, .pid = 812, .isPidReused = true},
            "its process 812 has ended, and another one has its pid now");
        row("own timestamp", Evidence{.kind = EvidenceKind::ExpiredByOwnTimestamp},
            "the time in its value has passed");
    }

    void evidenceIsASentence()
    {
        const auto [evidence, text] = fetch<Evidence, QString>();
        QCOMPARE(toQt(words::evidenceText(observe::EvidenceList({evidence}), kNow)), text);
    }

    void linkStateTellsWhy_data()
    {
        using Status = redis::LinkStatus;
        const auto error = [](ErrorClass kind, const char* text) { return Error{kind, text}; };
        const auto row = columns<Status, QString>();
        row("connecting", Status{}, "connecting");
        row("up", Status{.state = LinkState::Up, .latency = 400us}, "up < 1 ms");
        row("silent", Status{.state = LinkState::Silent, .lastReply = kNow - 12s},
            "no answer for 12 s");
        row("down",
            Status{.state = LinkState::Down,
                .error = error(ErrorClass::Unreachable, "Connection refused")},
            "down: Connection refused; check its address, and that it is running");
        row("wrong password",
            Status{.state = LinkState::Refused,
                .error = error(ErrorClass::WrongPassword, "WRONGPASS ...")},
            "refused: WRONGPASS ...; check the user and password");
        row("not redis",
            Status{.state = LinkState::Refused,
                .error = error(ErrorClass::NotRedis, "Protocol error")},
            "refused: Protocol error; check its address: what answers there is another kind of "
            "server");
        row("anything else",
            Status{.state = LinkState::Refused,
                .error = error(ErrorClass::ServerError, "ERR max number of clients reached")},
            "refused: ERR max number of clients reached");
    }

    void linkStateTellsWhy()
    {
        const auto [status, text] = fetch<redis::LinkStatus, QString>();
        QCOMPARE(toQt(words::linkStateText(status, kNow)), text);
    }

    void durationsAreReadableAndNeverOverstated_data()
    {
        const auto row = columns<qint64, QString>();
        row("less than a second", qint64(350), "0.3 s");
        row("tenths, cut", qint64(6'999), "6.9 s");
        row("seconds, cut", qint64(24'999), "24 s");
        row("minutes", qint64(200'000), "3 m 20 s");
        row("hours", qint64((23 * 3600 + 59 * 60 + 59) * 1000), "23 h 59 m");
        row("days", qint64((6 * 24 + 4) * 3'600'000), "6 d 04 h");
        row("more than a vote tells", qint64(1'099'511'627'774), "over 34 years");
        row("negative", qint64(-5), "0.0 s");
    }

    void durationsAreReadableAndNeverOverstated()
    {
        const auto [milliseconds, text] = fetch<qint64, QString>();
        QCOMPARE(durationText(std::chrono::milliseconds(milliseconds)), text);
    }

    void everyEnumeratorHasAWord()
    {
        for (const ErrorClass kind : enumValues<ErrorClass>()) {
            const auto text = errorText({kind, {}, {}});
            QVERIFY2(!text.isEmpty(), qPrintable(QString::number(static_cast<int>(kind))));
        }
        for (const release::MasterResult result : enumValues<release::MasterResult>())
            QVERIFY(!toQt(words::resultText(result)).isEmpty());
        for (const observe::Verdict verdict : enumValues<observe::Verdict>())
            QVERIFY(!toQt(words::verdictWord(verdict)).isEmpty());
    }

    void aNameFromRightToLeftLeavesItsSentenceInOrder()
    {
        QCOMPARE(nameText("orders:42"), QStringLiteral("orders:42"));
        const QString name = nameText("\u05d0\u05d1:7");
        QCOMPARE(name, QStringLiteral("\u2068\u05d0\u05d1:7\u2069"));
    }

    void errorNamesItsMasterAndItsCure()
    {
        const Error error{ErrorClass::Unreachable, "Connection refused", MasterId("b")};
        QCOMPARE(errorText(error),
            u"master b: Connection refused; check its address, and that it is running"_s);
    }

    void toolTipShowsMarkupAsText()
    {
        QCOMPARE(toolTipText(u"<b>&"_s), u"<span>&lt;b&gt;&amp;</span>"_s);
        QVERIFY(Qt::mightBeRichText(toolTipText(u"a & b"_s)));
        // A long name may be broken, and is not shown without end.
        QCOMPARE(toolTipText(QString(161, u'a')).count(QChar(0x200b)), 2);
        QVERIFY(toolTipText(QString(100'000, u'a')).size() < 3000);
    }

    void theBadgeSaysTheClass()
    {
        using config::DeploymentClass;
        config::Deployment deployment;
        const std::pair<DeploymentClass, QString> kWords[]
            = {{DeploymentClass::Production, u"PRODUCTION"_s},
                {DeploymentClass::Staging, u"STAGING"_s},
                {DeploymentClass::Development, u"DEVELOPMENT"_s},
                {DeploymentClass::Unclassified, u"UNCLASSIFIED"_s}};
        for (const auto& [deploymentClass, word] : kWords) {
            deployment.deploymentClass = deploymentClass;
            QCOMPARE(deploymentWord(deployment), word);
            QCOMPARE(
                frameWord(deployment).isEmpty(), deploymentClass != DeploymentClass::Production);
        }
        deployment.deploymentClass = DeploymentClass::Production;
        deployment.isSandbox = true;
        QCOMPARE(deploymentWord(deployment), u"SANDBOX"_s);
        QVERIFY(frameWord(deployment).isEmpty());
    }
};

LOCKKEEPER_TEST(WordsTest)

} // namespace lockkeeper::tests::words_test

#include "words_test.moc"
