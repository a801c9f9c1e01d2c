// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/permissions.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::permissions_test {

using check::Probe;
using check::StepState;
using redis::Reply;

namespace {

using Replies = std::vector<Result<Reply>>;

Error refused(const std::string& command)
{
    return {ErrorClass::NoPermission,
        "NOPERM this user has no permissions to run the '" + command + "' command", {}};
}

Replies allowed(const std::vector<Probe>& probes)
{
    return Replies(probes.size(), Reply::nil());
}

std::size_t indexOf(const std::vector<Probe>& probes, std::string_view grant)
{
    const auto found = std::ranges::find(probes, grant, &Probe::grant);
    Q_ASSERT(found != probes.end());
    return static_cast<std::size_t>(found - probes.begin());
}

} // namespace

class PermissionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_deployment.patterns = {"lock:*", "{a}:?[xy]"};
        m_probes = check::watchProbes(m_deployment, false);
    }

    void everyPatternIsTriedOnANameThatMatches()
    {
        QStringList keys;
        for (const Probe& probe : m_probes) {
            const auto arguments = probe.command.arguments();
            if (arguments[0] == "PTTL")
                keys << QString::fromStdString(arguments[1]);
        }
        QCOMPARE(
            keys, QStringList({QStringLiteral("lock:lockkeeper-check"), QStringLiteral("{a}:xx")}));
    }

    void aPatternsEscapesAndClassesAreFollowed_data()
    {
        const auto row = columns<QByteArray, QByteArray>();
        row.named("what\\?:\\*", "what?:*");
        row.named("end\\", "end\\");
        row.named("[^a]b", "~b");
        row.named("open[a", "open");
    }
    void aPatternsEscapesAndClassesAreFollowed()
    {
        const auto [pattern, key] = fetch<QByteArray, QByteArray>();
        m_deployment.patterns = {pattern.toStdString()};
        const auto probes = check::watchProbes(m_deployment, false);
        const auto arguments = probes[indexOf(probes, "+pttl")].command.arguments();
        QCOMPARE(QByteArray::fromStdString(arguments[1]), key);
    }

    void theFirstOfSeveralLossesIsTold()
    {
        Replies replies = allowed(m_probes);
        replies[indexOf(m_probes, "+scan")] = tl::make_unexpected(refused("scan"));
        replies[indexOf(m_probes, "+pttl")] = tl::make_unexpected(refused("pttl"));
        const auto outcome = check::judgePermissions(m_probes, replies, "ro");
        QCOMPARE(outcome.text, std::string("the user lacks +scan, +pttl: no key can be found"));
    }

    void aUserWithAllPermissionsIsDone()
    {
        const auto outcome = check::judgePermissions(m_probes, allowed(m_probes), "ro");
        QCOMPARE(outcome.state, StepState::Done);
        QVERIFY(outcome.cure.empty());
    }

    void withoutScanNothingIsFound()
    {
        Replies replies = allowed(m_probes);
        replies[indexOf(m_probes, "+scan")] = tl::make_unexpected(refused("scan"));
        const auto outcome = check::judgePermissions(m_probes, replies, "ro");
        QCOMPARE(outcome.state, StepState::Failed);
        QCOMPARE(outcome.text, std::string("the user lacks +scan: no key can be found"));
        QCOMPARE(outcome.cure, std::string("ACL SETUSER ro +scan"));
    }

    void theCureGrantsAllThatWasRefused()
    {
        Replies replies = allowed(m_probes);
        replies[indexOf(m_probes, "+hscan")] = tl::make_unexpected(refused("hscan"));
        replies[indexOf(m_probes, "+lrange")] = tl::make_unexpected(refused("lrange"));
        replies.back() = tl::make_unexpected(Error{ErrorClass::NoPermission,
            "NOPERM this user has no permissions to access one of the keys used as arguments", {}});
        const auto outcome = check::judgePermissions(m_probes, replies, {});
        QCOMPARE(outcome.state, StepState::Warning);
        QCOMPARE(outcome.cure, std::string("ACL SETUSER default +hscan +lrange ~{a}:?[xy]"));
    }

    void withoutNotesLocksAreStillSeenWhole()
    {
        const Error keyRefused{ErrorClass::NoPermission,
            "NOPERM this user has no permissions to access one of the keys used as arguments", {}};
        Replies replies = allowed(m_probes);
        for (std::size_t i = 0; i < m_probes.size(); ++i) {
            if (m_probes[i].isExtra)
                replies[i] = tl::make_unexpected(keyRefused);
        }
        auto outcome = check::judgePermissions(m_probes, replies, "ro");
        QCOMPARE(outcome.state, StepState::Done);
        QVERIFY2(
            outcome.text.ends_with("; without ~lockkeeper:note*, notes on locks can't be seen"),
            outcome.text.c_str());
        QCOMPARE(outcome.cure, std::string("ACL SETUSER ro ~lockkeeper:note*"));
        replies[indexOf(m_probes, "+hscan")] = tl::make_unexpected(refused("hscan"));
        outcome = check::judgePermissions(m_probes, replies, "ro");
        QCOMPARE(outcome.state, StepState::Warning);
        QCOMPARE(outcome.cure, std::string("ACL SETUSER ro +hscan ~lockkeeper:note*"));
    }

    void aCommandThatTheServerDoesNotHaveCantBeGranted()
    {
        const Error unknown{ErrorClass::UnknownCommand, "ERR unknown command 'X'", {}};
        Replies replies = allowed(m_probes);
        replies[indexOf(m_probes, "+hscan")] = tl::make_unexpected(unknown);
        auto outcome = check::judgePermissions(m_probes, replies, "ro");
        QCOMPARE(outcome.state, StepState::Warning);
        QCOMPARE(outcome.text,
            std::string("the server has no HSCAN (renamed, or not offered): some locks can't be "
                        "seen whole"));
        QVERIFY(outcome.cure.empty());
        replies[indexOf(m_probes, "+scan")] = tl::make_unexpected(unknown);
        outcome = check::judgePermissions(m_probes, replies, "ro");
        QCOMPARE(outcome.state, StepState::Failed);
        QVERIFY2(outcome.text.ends_with(": no key can be found"), outcome.text.c_str());
    }

    void anotherErrorIsNoRefusal()
    {
        Replies replies = allowed(m_probes);
        replies[indexOf(m_probes, "+hscan")]
            = tl::make_unexpected(Error{ErrorClass::WrongType, "WRONGTYPE", {}});
        QCOMPARE(check::judgePermissions(m_probes, replies, {}).state, StepState::Done);
    }

private:
    config::Deployment m_deployment;
    std::vector<Probe> m_probes;
};

LOCKKEEPER_TEST(PermissionsTest)

} // namespace lockkeeper::tests::permissions_test

#include "permissions_test.moc"
