// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/translate.h"
#include "tests/support/test_class.h"
#include "ui/models/words/words.h"

#include <QTextDocument>
#include <QtTest>

namespace lockkeeper::words_test {

using namespace lockkeeper::ui;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using observe::Evidence;
using observe::EvidenceKind;
using redis::LinkState;

namespace {

constexpr SteadyTime kNow{1h};

} // namespace

class WordsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void holderIsToldAsFarAsKnown_data();
    void holderIsToldAsFarAsKnown();
    void sharedLocksTellHowManyHoldAndWait();
    void whoRevokedIsToldInTheShownLanguage();
    void ambiguousLibraryNamesAll();
    void evidenceIsASentence_data();
    void evidenceIsASentence();
    void linkStateTellsWhy_data();
    void linkStateTellsWhy();
    void durationsAreReadableAndNeverOverstated_data();
    void durationsAreReadableAndNeverOverstated();
    void everyEnumeratorHasAWord();
    void aNameFromRightToLeftLeavesItsSentenceInOrder();
    void errorNamesItsMasterAndItsCure();
    void toolTipShowsMarkupAsText();
    void theBadgeSaysTheClass();
};

void WordsTest::holderIsToldAsFarAsKnown_data()
{
    QTest::addColumn<observe::Holder>("holder");
    QTest::addColumn<QString>("text");
    QTest::newRow("all") << observe::Holder{.host = "web-3", .pid = 812, .app = "api"}
                         << u"api@web-3 pid 812"_s;
    QTest::newRow("host and pid") << observe::Holder{.host = "worker-2", .pid = 33}
                                  << u"worker-2 pid 33"_s;
    QTest::newRow("pid") << observe::Holder{.pid = 33} << u"pid 33"_s;
    QTest::newRow("thread and client")
        << observe::Holder{.thread = "7", .detail = "client 1f3c90ab-0000-4000-8000-000000000000"}
        << u"thread 7, client 1f3c90ab…"_s;
    QTest::newRow("node") << observe::Holder{.detail = "node 02:42:ac:11:00:02"}
                          << u"node 02:42:ac:11:00:02"_s;
    QTest::newRow("nothing") << observe::Holder{} << u"unknown holder"_s;
    QTest::newRow("placeholders in names")
        << observe::Holder{.host = "%1", .pid = 1, .app = "%2"} << u"%2@%1 pid 1"_s;
    QTest::newRow("control characters") << observe::Holder{.host = "a\rb"} << u"a\\rb"_s;
}

void WordsTest::holderIsToldAsFarAsKnown()
{
    QFETCH(observe::Holder, holder);
    observe::DecodedLock lock{.scope = observe::ValueScope::Acquisition};
    lock.format = "redis-py";
    lock.holder = holder;
    QTEST(holderText(lock), "text");
}

void WordsTest::sharedLocksTellHowManyHoldAndWait()
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

void WordsTest::whoRevokedIsToldInTheShownLanguage()
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

void WordsTest::ambiguousLibraryNamesAll()
{
    observe::DecodedLock lock{.scope = observe::ValueScope::Acquisition};
    lock.format = "redis-py";
    QCOMPARE(libraryText(lock), u"redis-py"_s);
    lock.alternatives = {"node-redlock"};
    QCOMPARE(libraryText(lock), u"redis-py or node-redlock"_s);
}

void WordsTest::evidenceIsASentence_data()
{
    QTest::addColumn<Evidence>("evidence");
    QTest::addColumn<QString>("text");
    QTest::newRow("never expires")
        << Evidence{.kind = EvidenceKind::NeverExpires} << u"no TTL: it never expires on its own"_s;
    QTest::newRow("leftover") << Evidence{.kind = EvidenceKind::MinorityLeftover,
        .votes = 1,
        .masters = 5} << u"leftover: on 1 of 5 masters, fewer than a quorum"_s;
    QTest::newRow("process gone") << Evidence{.kind = EvidenceKind::HolderProcessGone, .pid = 812}
                                  << u"its process 812 has ended"_s;
    QTest::newRow("pid reused") << Evidence{.kind = EvidenceKind::HolderProcessGone,
        .pid = 812,
        .isPidReused = true} << u"its process 812 has ended, and another one has its pid now"_s;
    QTest::newRow("own timestamp") << Evidence{.kind = EvidenceKind::ExpiredByOwnTimestamp}
                                   << u"the time in its value has passed"_s;
}

void WordsTest::evidenceIsASentence()
{
    QFETCH(Evidence, evidence);
    QTEST(evidenceText(observe::EvidenceList({evidence}), kNow), "text");
}

void WordsTest::linkStateTellsWhy_data()
{
    using Status = redis::LinkStatus;
    const auto error = [](ErrorClass kind, const char* text) { return Error{kind, text}; };
    QTest::addColumn<Status>("status");
    QTest::addColumn<QString>("text");
    QTest::newRow("connecting") << Status{} << u"connecting"_s;
    QTest::newRow("up") << Status{.state = LinkState::Up, .latency = 400us} << u"up < 1 ms"_s;
    QTest::newRow("silent") << Status{.state = LinkState::Silent, .lastReply = kNow - 12s}
                            << u"no answer for 12 s"_s;
    QTest::newRow("down")
        << Status{.state = LinkState::Down,
               .error = error(ErrorClass::Unreachable, "Connection refused")}
        << u"down: Connection refused; check its address, and that it is running"_s;
    QTest::newRow("wrong password") << Status{.state = LinkState::Refused,
        .error = error(ErrorClass::WrongPassword, "WRONGPASS ...")}
                                    << u"refused: WRONGPASS ...; check the user and password"_s;
    QTest::newRow("not redis")
        << Status{.state = LinkState::Refused,
               .error = error(ErrorClass::NotRedis, "Protocol error")}
        << u"refused: Protocol error; check its address: what answers there is another kind of server"_s;
    QTest::newRow("anything else") << Status{.state = LinkState::Refused,
        .error = error(ErrorClass::ServerError, "ERR max number of clients reached")}
                                   << u"refused: ERR max number of clients reached"_s;
}

void WordsTest::linkStateTellsWhy()
{
    QFETCH(redis::LinkStatus, status);
    QTEST(linkStateText(status, kNow), "text");
}

void WordsTest::durationsAreReadableAndNeverOverstated_data()
{
    QTest::addColumn<qint64>("milliseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("less than a second") << qint64(350) << u"0.3 s"_s;
    QTest::newRow("tenths, cut") << qint64(6'999) << u"6.9 s"_s;
    QTest::newRow("seconds, cut") << qint64(24'999) << u"24 s"_s;
    QTest::newRow("minutes") << qint64(200'000) << u"3 m 20 s"_s;
    QTest::newRow("hours") << qint64((23 * 3600 + 59 * 60 + 59) * 1000) << u"23 h 59 m"_s;
    QTest::newRow("days") << qint64((6 * 24 + 4) * 3'600'000) << u"6 d 04 h"_s;
    QTest::newRow("more than a vote tells") << qint64(1'099'511'627'774) << u"over 34 years"_s;
    QTest::newRow("negative") << qint64(-5) << u"0.0 s"_s;
}

void WordsTest::durationsAreReadableAndNeverOverstated()
{
    QFETCH(qint64, milliseconds);
    QTEST(durationText(std::chrono::milliseconds(milliseconds)), "text");
}

void WordsTest::everyEnumeratorHasAWord()
{
    for (const ErrorClass kind : enumValues<ErrorClass>()) {
        const auto text = errorText({kind, {}, {}});
        QVERIFY2(!text.isEmpty(), qPrintable(QString::number(static_cast<int>(kind))));
    }
    for (const release::MasterResult result : enumValues<release::MasterResult>())
        QVERIFY(!masterResultText(result).isEmpty());
    for (const observe::Verdict verdict : enumValues<observe::Verdict>())
        QVERIFY(!verdictText(verdict).isEmpty());
}

void WordsTest::aNameFromRightToLeftLeavesItsSentenceInOrder()
{
    QCOMPARE(nameText("orders:42"), QStringLiteral("orders:42"));
    const QString name = nameText("\u05d0\u05d1:7");
    QCOMPARE(name, QStringLiteral("\u2068\u05d0\u05d1:7\u2069"));
}

void WordsTest::errorNamesItsMasterAndItsCure()
{
    const Error error{ErrorClass::Unreachable, "Connection refused", MasterId("b")};
    QCOMPARE(errorText(error),
        u"master b: Connection refused; check its address, and that it is running"_s);
}

void WordsTest::toolTipShowsMarkupAsText()
{
    QCOMPARE(toolTipText(u"<b>&"_s), u"<span>&lt;b&gt;&amp;</span>"_s);
    QVERIFY(Qt::mightBeRichText(toolTipText(u"a & b"_s)));
    // A long name may be broken, and is not shown without end.
    QCOMPARE(toolTipText(QString(161, u'a')).count(QChar(0x200b)), 2);
    QVERIFY(toolTipText(QString(100'000, u'a')).size() < 3000);
}

void WordsTest::theBadgeSaysTheClass()
{
    using config::DeploymentClass;
    config::Deployment deployment;
    const std::pair<DeploymentClass, QString> kWords[]
        = {{DeploymentClass::Production, u"PRODUCTION"_s}, {DeploymentClass::Staging, u"STAGING"_s},
            {DeploymentClass::Development, u"DEVELOPMENT"_s},
            {DeploymentClass::Unclassified, u"UNCLASSIFIED"_s}};
    for (const auto& [deploymentClass, word] : kWords) {
        deployment.deploymentClass = deploymentClass;
        QCOMPARE(deploymentWord(deployment), word);
        QCOMPARE(frameWord(deployment).isEmpty(), deploymentClass != DeploymentClass::Production);
    }
    deployment.deploymentClass = DeploymentClass::Production;
    deployment.isSandbox = true;
    QCOMPARE(deploymentWord(deployment), u"SANDBOX"_s);
    QVERIFY(frameWord(deployment).isEmpty());
}

LOCKKEEPER_TEST(WordsTest)

} // namespace lockkeeper::words_test

#include "words_test.moc"
