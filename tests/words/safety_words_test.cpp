// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/safety_words.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::safety_words_test {

using observe::ProcessState;
using release::RenewalClue;
using release::Safety;
using release::SafetyVerdict;
using words::Seen;

namespace {

SafetyVerdict verdictOf(ProcessState process, Safety safety)
{
    return {.safety = safety,
        .isProcessNamed = true,
        .pid = 812,
        .process = process,
        .processCheckAge = 200ms};
}

} // namespace

class SafetyWordsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStoppedProcessSaysThatItCanGoOn()
    {
        SafetyVerdict verdict = verdictOf(ProcessState::Stopped, Safety::NotKnown);
        QCOMPARE(words::safetyReason(verdict, Seen::Once),
            std::string("its process 812 is stopped by SIGSTOP or a debugger (checked 0.2 s ago): "
                        "it can go on at any moment"));
        verdict.renewal = RenewalClue::Recent;
        verdict.renewals = 41;
        verdict.renewalAge = 3s;
        QVERIFY(words::safetyReason(verdict, Seen::Watched)
                    .ends_with("at any moment; last renewed 3.0 s ago, 41 times"));
    }

    void aProcessThatRunsWithoutRenewingSaysBoth()
    {
        SafetyVerdict verdict = verdictOf(ProcessState::Running, Safety::NotKnown);
        verdict.renewal = RenewalClue::Overdue;
        verdict.renewals = 41;
        verdict.renewalAge = 40s;
        QCOMPARE(words::safetyReason(verdict, Seen::Watched),
            std::string("its process 812 runs on this host (checked 0.2 s ago), but does not renew "
                        "the lock any more: it can go on at any moment; last renewed 40 s ago, 41 "
                        "times"));
    }

    void whatSomebodyElseSaysNamesWhoAndWhen()
    {
        using release::Life;
        const auto said = [](Life life, const char* reason, Safety safety) {
            SafetyVerdict verdict{.safety = safety, .renewal = RenewalClue::NotWatched};
            verdict.said = release::SaidLife{life, "Kubernetes", reason, 400ms};
            return words::safetySentence(verdict, Seen::Once);
        };
        QCOMPARE(said(Life::Gone, "pod worker-7f ended 02:58", Safety::SafeToFree),
            std::string("SAFE TO FREE: pod worker-7f ended 02:58 (Kubernetes, 0.4 s ago)"));
        QCOMPARE(said(Life::Gone, "", Safety::SafeToFree),
            std::string("SAFE TO FREE: its holder is gone (Kubernetes, 0.4 s ago)"));
        QCOMPARE(said(Life::Alive, "", Safety::Alive),
            std::string("ALIVE: its holder lives (Kubernetes, 0.4 s ago)"));
        QCOMPARE(said(Life::Alive, "pod runs", Safety::NotKnown),
            std::string(
                "NOT KNOWN: pod runs (Kubernetes, 0.4 s ago); but does not renew the lock any "
                "more: it can go on at any moment; one look shows no renewals"));
        QVERIFY2(said(Life::Unknown, "403 Forbidden", Safety::NotKnown)
                     .ends_with("; whether the holder lives is not known: 403 Forbidden "
                                "(Kubernetes, 0.4 s ago)"),
            said(Life::Unknown, "403 Forbidden", Safety::NotKnown).c_str());
    }

    void aProcessThatRunsIsAlive()
    {
        const SafetyVerdict verdict = verdictOf(ProcessState::Running, Safety::Alive);
        QCOMPARE(words::safetyReason(verdict, Seen::Once),
            std::string("its process 812 runs on this host (checked 0.2 s ago)"));
    }

    void aProcessThatRunsAndRenewsSaysBoth()
    {
        SafetyVerdict verdict = verdictOf(ProcessState::Running, Safety::Alive);
        verdict.renewal = RenewalClue::Recent;
        verdict.renewals = 1;
        verdict.renewalAge = 3s;
        QCOMPARE(words::safetySentence(verdict, Seen::Watched),
            std::string("ALIVE: its process 812 runs on this host (checked 0.2 s ago); renewed "
                        "3.0 s ago, once"));
        verdict.isProcessNamed = false;
        verdict.process = ProcessState::Unknown;
        QCOMPARE(
            words::safetyReason(verdict, Seen::Watched), std::string("renewed 3.0 s ago, once"));
    }

    void aProcessThatHasEndedIsSafe()
    {
        SafetyVerdict verdict = verdictOf(ProcessState::Replaced, Safety::SafeToFree);
        QCOMPARE(words::safetySentence(verdict, Seen::Once),
            std::string("SAFE TO FREE: its process 812 has ended, and another one has its pid now "
                        "(seen 0.2 s ago)"));
        verdict.pid.reset();
        verdict.process = ProcessState::Gone;
        QCOMPARE(words::safetyReason(verdict, Seen::Once),
            std::string("its process has ended (seen 0.2 s ago)"));
    }

    void theEndOfAProcessMayBeNoProof()
    {
        SafetyVerdict verdict = verdictOf(ProcessState::Gone, Safety::NotKnown);
        const auto begins = [&verdict](const std::string& word, const std::string& doubt) {
            return words::safetySentence(verdict, Seen::Once)
                .starts_with(word + ": its process 812 has ended (seen 0.2 s ago)" + doubt);
        };
        QVERIFY(begins("NOT KNOWN", ", but a renewal was seen since"));
        verdict.mayOutliveProcess = true;
        QVERIFY(begins("PROCESS ENDED", "; whether a child of it, or a script that it held the "));
        verdict.isHolderUnknown = true;
        QVERIFY(begins("NOT KNOWN", ", but too few masters answer"));
    }

    void theSessionOfAProcessThatHasEndedIsNoLife()
    {
        SafetyVerdict verdict = verdictOf(ProcessState::Gone, Safety::NotKnown);
        verdict.mayOutliveProcess = true;
        verdict.renewal = RenewalClue::SessionLives;
        const std::string lives = words::safetyReason(verdict, Seen::Once);
        QVERIFY2(lives.find("session") == std::string::npos, lives.c_str());
        verdict.renewal = RenewalClue::SessionCut;
        const std::string cut = words::safetyReason(verdict, Seen::Once);
        QVERIFY2(cut.ends_with("; no server has a connection of its session: it ends, unless its "
                               "client comes back"),
            cut.c_str());
    }

    void whatIsNotKnownHasItsReason_data()
    {
        columns<SafetyVerdict, QByteArray>();
        const auto row = [](const char* text, const SafetyVerdict& verdict) {
            QTest::newRow(text) << verdict << QByteArray(text);
        };
        row("the value of this token was not read yet", {.isUnread = true});
        row("it was revoked", {.isRevoked = true});
        row("no process can be read from its value; one look shows no renewals", {});
        row("it has several holders; one look shows no renewals", {.hasSeveralHolders = true});
        row("its value gives a pid, but not of which host or container", {.pid = 7});
        row("its value gives a host and a pid, which containers may share",
            {.isHostNamed = true, .pid = 7});
        row("its process 7 is of another host, boot or container, or hidden",
            {.isProcessNamed = true, .pid = 7});
        row("its process 7 waits in the kernel, for a disk for example (checked just now), but "
            "does not renew the lock any more",
            {.isProcessNamed = true, .pid = 7, .process = ProcessState::Blocked});
        row("no renewal was seen in 10 s", {.renewal = RenewalClue::NoneSeen, .renewalAge = 10s});
        row("last renewed 10 s ago, once",
            {.renewal = RenewalClue::Overdue, .renewals = 1, .renewalAge = 10s});
        row("no client has the name of its connections", {.isConnectionGone = true});
    }
    void whatIsNotKnownHasItsReason()
    {
        const auto [verdict, text] = fetch<SafetyVerdict, QByteArray>();
        const std::string sentence = words::safetySentence(verdict, Seen::Once);
        QVERIFY(sentence.starts_with("NOT KNOWN: "));
        QVERIFY2(sentence.find(text.toStdString()) != std::string::npos, sentence.c_str());
    }

    void aShortWatchIsNoLook()
    {
        const SafetyVerdict verdict{.safety = Safety::NotKnown};
        QVERIFY(words::safetyReason(verdict, Seen::Watched)
                    .ends_with("; not watched long enough to see renewals"));
    }

    void silentMastersMayKeepALeftover()
    {
        release::Forecast forecast;
        QCOMPARE(words::silentText(forecast, "until 12:00"), std::string());
        forecast.silent = {MasterId("b")};
        QCOMPARE(words::silentText(forecast, "until 12:00"),
            std::string("b does not answer: what it stores is not known"));
        forecast.leftover = 10s;
        QCOMPARE(words::silentText(forecast, "until 12:00"),
            std::string("b does not answer: a leftover there until 12:00"));
        forecast.silent.emplace_back("c");
        forecast.isLeftoverEndless = true;
        forecast.mayKeepQuorum = true;
        QCOMPARE(words::silentText(forecast, "until 12:00"),
            std::string("b, c do not answer: a leftover there that never expires; the holder may "
                        "keep its quorum"));
    }
};

LOCKKEEPER_TEST(SafetyWordsTest)

} // namespace lockkeeper::tests::safety_words_test

#include "safety_words_test.moc"
