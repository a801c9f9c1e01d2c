// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/safety_words.h"
#include "tests/support/test_class.h"

#include <QtTest>

using namespace lockkeeper;
using namespace std::chrono_literals;
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

    void aProcessThatRunsIsAlive()
    {
        const SafetyVerdict verdict = verdictOf(ProcessState::Running, Safety::Alive);
        QCOMPARE(words::safetyReason(verdict, Seen::Once),
            std::string("its process 812 runs on this host (checked 0.2 s ago)"));
    }
};

LOCKKEEPER_TEST(SafetyWordsTest)
#include "safety_words_test.moc"
