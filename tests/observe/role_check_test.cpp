// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/role_check.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::role_check_test {

using namespace lockkeeper::observe;
using redis::Reply;

namespace {

/// A master whose replies to INFO the test makes.
class ScriptedMaster final : public redis::Transport {
public:
    const MasterId& master() const noexcept override { return m_id; }
    redis::LinkStatus status() const override { return {}; }
    void confirmRole() override { ++confirmed; }
    void confirmHistory() override { ++histories; }
    void send(
        const redis::Command& /*command*/, std::chrono::milliseconds, Handler handler) override
    {
        ++asked;
        handler(Result<Reply>(info));
    }
    void say(const std::string& text) { info = Reply{.type = Reply::Type::String, .text = text}; }

    Result<Reply> info = Reply();
    int asked = 0;
    int confirmed = 0;
    int histories = 0;

private:
    MasterId m_id{"a"};
};

const std::string kMaster = "# Replication\r\nrole:master\r\nmaster_replid:";

} // namespace

class RoleCheckTest : public QObject {
    Q_OBJECT

    ScriptedMaster m_master;
    int m_otherData = 0;

private Q_SLOTS:
    void init() { m_otherData = m_master.asked = m_master.confirmed = 0; }

    void aMasterIsAskedNowAndThen()
    {
        RoleCheck check(m_master, 1s, [this] { ++m_otherData; });
        m_master.say(kMaster + "one\r\n");
        const SteadyTime now{1h};
        for (int i = 0; i <= 40; ++i)
            check.tick(now + i * 100ms);
        QCOMPARE(m_master.asked, 3); // in four seconds
        QCOMPARE(m_master.confirmed, 0);
        QCOMPARE(m_otherData, 0);
    }

    void whoIsNoMasterAnyMoreMustSayWhatItIs()
    {
        RoleCheck check(m_master, 1s, [this] { ++m_otherData; });
        m_master.say("# Replication\r\nrole:slave\r\nmaster_replid:one\r\n");
        check.look();
        QCOMPARE(m_master.confirmed, 1);
    }

    void whoDoesNotSayWhatItIsMustSayIt()
    {
        RoleCheck check(m_master, 1s, [this] { ++m_otherData; });
        m_master.info = fail(ErrorClass::NoPermission, "NOPERM no info");
        check.look();
        QCOMPARE(m_master.confirmed, 1);
        QCOMPARE(m_otherData, 0);
    }

    void anotherHistoryMeansOtherData()
    {
        RoleCheck check(m_master, 1s, [this] { ++m_otherData; });
        m_master.say(kMaster + "one\r\n");
        check.look();
        m_master.say(kMaster + "two\r\n");
        check.look();
        QCOMPARE(m_otherData, 1);
        QCOMPARE(m_master.histories, 1); // what it has forgotten is noted, too
        check.look();
        QCOMPARE(m_otherData, 1);
    }

    void ofANewConnectionNothingIsKnown()
    {
        RoleCheck check(m_master, 1s, [this] { ++m_otherData; });
        m_master.say(kMaster + "one\r\n");
        check.look();
        check.forget();
        m_master.say(kMaster + "two\r\n");
        check.look();
        QCOMPARE(m_otherData, 0);
    }
};

LOCKKEEPER_TEST(RoleCheckTest)

} // namespace lockkeeper::tests::role_check_test

#include "role_check_test.moc"
