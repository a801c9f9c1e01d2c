// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/outcome_words.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::outcome_words_test {

using release::MasterResult;

namespace {

/// A report of three masters, as execute() makes it.
std::string reportOf(MasterResult a, MasterResult b, MasterResult c)
{
    release::Report report;
    report.outcomes = {{MasterId("a"), a}, {MasterId("b"), b}, {MasterId("c"), c}};
    report.isQuorumFreed = report.possiblyStillHeld() < 2;
    return words::reportText(report);
}

} // namespace

class OutcomeWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reportSaysWhoMayStillStoreTheToken()
    {
        using enum MasterResult;
        QCOMPARE(reportOf(Released, Released, Released),
            std::string("released on 3 of 3 masters: freed"));
        QCOMPARE(reportOf(Released, Released, Unreachable),
            std::string("released on 2 of 3 masters: freed; 1 may still store it"));
        QCOMPARE(reportOf(Released, Unknown, Unreachable),
            std::string("released on 1 of 3 masters, but 2 may still store its token: it may still "
                        "be held"));
        QCOMPARE(reportOf(AlreadyGone, AlreadyGone, Unreachable),
            std::string("not held: 2 of 3 masters do not store its token; 1 may still store it"));
    }

    void missingAnswerIsNotTakenForNo()
    {
        using enum MasterResult;
        QCOMPARE(reportOf(Unknown, Unknown, Unreachable),
            std::string("2 of 3 masters did not tell whether it was done: it may be free, or still "
                        "be held"));
        QCOMPARE(reportOf(Refused, Refused, Unreachable),
            std::string("nothing was done, but 3 may still store its token: it may still be held"));
        QCOMPARE(reportOf(Refused, Refused, Refused),
            std::string("nothing was done: 3 of 3 masters refused it"));
    }

    void reportSaysWhetherARevokeKeepsOthersOut()
    {
        using enum MasterResult;
        const std::string all = reportOf(Revoked, Revoked, Revoked);
        QVERIFY2(all.starts_with("revoked on 3 of 3 masters: the holder can't extend it any more, "
                                 "and nobody gets it"),
            all.c_str());
        const std::string one = reportOf(Revoked, AlreadyGone, AlreadyGone);
        QVERIFY2(one.starts_with("revoked on 1 of 3 masters: the holder can't extend it any more. "
                                 "Too few masters to keep others out"),
            one.c_str());
    }

    void waitersAreWokenWhereTheyListen()
    {
        release::Plan plan{.resource = Resource("a"), .token = Fingerprint::ofString("t")};
        QVERIFY(words::waitersText(plan).starts_with("not woken: "));
        for (const char* own : {"lk1", "lk1-revoked", "lk1-revoked-hash"}) {
            plan.format = own;
            const std::string text = words::waitersText(plan);
            QVERIFY2(text.starts_with("woken, if they use Lockkeeper"), text.c_str());
        }
        plan.wakeUp.emplace();
        plan.wakeUp->channel = "redisson_lock__channel:{a}";
        QVERIFY(words::waitersText(plan).ends_with("publishes on redisson_lock__channel:{a}"));
        plan.wakeUp = observe::WakeUp{.list = "lock-signal:a", .message = "1"};
        QVERIFY(words::waitersText(plan).ends_with("pushes to the list lock-signal:a"));
        plan.wakeUp.reset();
        plan.format = observe::kUnknownFormat;
        QVERIFY(words::waitersText(plan).ends_with("sleeps on"));
    }

    void nothingIsSentToAChangedHolder()
    {
        release::Report report;
        report.hasHolderChanged = true;
        QVERIFY(words::reportText(report).starts_with("nothing was done"));
    }

    void masterThatCouldNotBeReadIsNotCalledHeld()
    {
        const std::string text = words::outcomeText({MasterId("a"), MasterResult::NotSent,
            Error{ErrorClass::Timeout, "no reply in time", MasterId("a")}});
        QCOMPARE(text,
            std::string("nothing was sent, as the holder changed elsewhere (no reply in time)"));
    }

    void missingPermissionIsNamedAsTheReleaseFoundIt()
    {
        const std::string lack = "the user lacks +del; to grant it: ACL SETUSER ro +del";
        QCOMPARE(words::outcomeText({MasterId("a"), MasterResult::Refused,
                     Error{ErrorClass::NoPermission, lack, {}}}),
            "refused: nothing was changed (" + lack + ")");
    }

    void errorNamesItsMasterAndItsCure()
    {
        QCOMPARE(words::errorText({ErrorClass::Loading, "LOADING ...", MasterId("b")}),
            std::string("master b: LOADING ...; try again later"));
        QCOMPARE(words::errorText({ErrorClass::ServerError, "MOVED 7 10.0.0.2:6379", {}}),
            std::string("MOVED 7 10.0.0.2:6379; it is a node of a Cluster: name the Cluster in the "
                        "deployments file"));
        QVERIFY(words::errorText(
            {ErrorClass::Busy, "CLUSTERDOWN The cluster is down",
                {}}).ends_with("see CLUSTER INFO there"));
    }

    void stolenWithoutAnAnswerIsUnknown()
    {
        release::Report report;
        report.outcomes = {{MasterId("a"), MasterResult::Revoked}};
        report.isQuorumFreed = true;
        report.taken = release::Taken{release::AcquireResult::Unknown};
        const std::string text = words::reportText(report);
        QVERIFY2(
            text.ends_with("unknown whether it was taken: too few masters answered"), text.c_str());
    }

    void errorThatNamesItsCureGetsNoOther()
    {
        const std::string text = "lacks +pttl; to grant it: ACL SETUSER ro +pttl";
        QCOMPARE(words::errorText({ErrorClass::NoPermission, text, {}}), text);
        QCOMPARE(words::errorText({ErrorClass::ReadOnly, "this server is a replica of h:1", {}}),
            std::string("this server is a replica of h:1; name a writable master instead"));
    }

    void hostileTextIsEscaped()
    {
        QCOMPARE(words::errorText({ErrorClass::ServerError, "a\x1b[2J\nb", {}}),
            std::string("a\\x1b[2J\\nb"));
    }

    void everyResultHasWords()
    {
        for (const MasterResult result : enumValues<MasterResult>())
            QVERIFY(*words::resultText(result) != '\0');
    }

    /// Locks of an ensemble have no renewals.
    void anEnsembleTellsTheHolderAtOnce()
    {
        release::Report report;
        report.outcomes.push_back({MasterId("a"), MasterResult::Asked});
        QCOMPARE(words::reportText(report),
            std::string("asked on 1 of 1 masters: the holder finds out at its next renewal"));
        report.isToldAtOnce = true;
        QCOMPARE(words::reportText(report),
            std::string("asked: the holder is told at once, and decides itself"));
    }
};

LOCKKEEPER_TEST(OutcomeWordsTest)

} // namespace lockkeeper::tests::outcome_words_test

#include "outcome_words_test.moc"
