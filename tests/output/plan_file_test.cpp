// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/plan_file.h"

#include "tests/support/hostile_names.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"

#include <functional>

namespace lockkeeper::tests::plan_file_test {

using namespace lockkeeper::output;
using namespace std::string_literals;
using release::Action;
using release::PlannedLock;
using release::Safety;

namespace {

PlannedLock lockNamed(const std::string& name, Safety safety = Safety::SafeToFree)
{
    return {.resource = Resource(name),
        .token = Fingerprint::ofString("token of " + name),
        .holder = "cron@web-3 pid 812",
        .held = std::chrono::milliseconds(4711),
        .evidence = {"holder-process-dead"},
        .shown = {safety, "SAFE TO FREE: its process 812 has ended"}};
}

PlanFile samplePlan()
{
    return {.id = "00112233445566778899aabbccddeeff",
        .deployment = "orders",
        .masters = {{"a", "redis://10.0.0.1:6379"}, {"b", "redis://10.0.0.2:6379"}},
        .selection = "--holder web-3",
        .reason = "pod was killed",
        .madeUnixMs = 1'750'000'000'000,
        .madeBy = "ada@night",
        .locks = {lockNamed("job:1"), lockNamed("job:2", Safety::NotKnown)}};
}

bool isSame(const PlannedLock& a, const PlannedLock& b)
{
    return a.resource == b.resource && a.token == b.token && a.holder == b.holder
        && a.action == b.action && a.held == b.held && a.evidence == b.evidence
        && a.shown.safety == b.shown.safety && a.shown.text == b.shown.text
        && a.mayLive == b.mayLive
        && std::ranges::equal(a.expiries, b.expiries,
            [](const release::PlannedExpiry& one, const release::PlannedExpiry& other) {
                return one.master == other.master && one.expiry.at == other.expiry.at;
            });
}

/// What is wrong with the text; empty: nothing.
std::string problemOf(const std::string& text)
{
    const auto plan = parsePlan(text);
    std::string all;
    for (const std::string& wrong : plan ? std::vector<std::string>() : plan.error())
        all.append(all.empty() ? "" : "|").append(wrong);
    return all;
}

} // namespace

class PlanFileTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatWasWrittenIsRead()
    {
        PlanFile plan = samplePlan();
        plan.locks.back().action = Action::Revoke;
        plan.patterns = {"job:*", "[a]*"};
        plan.locks.front().mayLive = true;
        plan.locks.back().held.reset();
        plan.locks.back().expiries = {
            {MasterId("a"), {std::chrono::milliseconds(1'750'000'000'123)}}, {MasterId("b"), {}}};
        for (const std::string& name : hostileNames(100))
            plan.locks.push_back(lockNamed(name, Safety::Alive));
        plan.locks.push_back(lockNamed(""));
        const auto read = parsePlan(formatPlan(plan));
        QVERIFY2(read, problemOf(formatPlan(plan)).c_str());
        QCOMPARE(read->id, plan.id);
        QCOMPARE(read->action(), std::string_view("mixed"));
        QCOMPARE(read->deployment, plan.deployment);
        QVERIFY(read->masters == plan.masters);
        QVERIFY(read->patterns == plan.patterns);
        QVERIFY(read->reason == plan.reason);
        QCOMPARE(read->madeUnixMs, plan.madeUnixMs);
        QCOMPARE(read->madeBy, plan.madeBy);
        QVERIFY(std::ranges::equal(read->locks, plan.locks, isSame));
    }

    void theFieldsAreThoseOfTheDocumentation()
    {
        const std::string text = formatPlan(samplePlan());
        QCOMPARE(text.substr(0, text.find(R"(,"seal")")),
            R"({"plan_version":1,"id":"00112233445566778899aabbccddeeff",)"
            R"("deployment":"orders","masters":[{"id":"a","url":"redis://10.0.0.1:6379"},)"
            R"({"id":"b","url":"redis://10.0.0.2:6379"}],"selection":"--holder web-3","match":[],)"
            R"("reason":"pod was killed","made_unix_ms":1750000000000,"made_by":"ada@night",)"
            R"("locks":2)"s);
        const std::string line = text.substr(text.find('\n') + 1);
        QCOMPARE(line.substr(0, line.find(R"(,"seal")")),
            R"({"resource":"job:1","token_sha1":")" + Fingerprint::ofString("token of job:1").hex()
                + R"(","holder":"cron@web-3 pid 812","held_ms":4711,)"
                  R"("evidence":["holder-process-dead"],"safety":{"kind":"safe-to-free",)"
                  R"("text":"SAFE TO FREE: its process 812 has ended"},"will":"release",)"
                  R"("may_live":false)");
    }

    void anEditorMayDoThis_data()
    {
        const auto row = columns<QByteArray, QByteArray>();
        row("tick a lock", "\"may_live\":false", "\"may_live\":true");
        row("put blanks", ",\"will\"", " ,\t\"will\"");
        row("end lines otherwise", "\n", "\r\n");
        row("leave empty lines", "\n", "\n\n");
    }
    void anEditorMayDoThis()
    {
        const auto [before, after] = fetch<QByteArray, QByteArray>();
        const QByteArray text = QByteArray::fromStdString(formatPlan(samplePlan()));
        QCOMPARE(problemOf(QByteArray(text).replace(before, after).toStdString()), std::string());
    }

    void aHolderIsSelectedByHostProcessOrClient_data()
    {
        const auto row = columns<QString, int, QString, QString>();
        row("process", "web-3", 812, "", "--holder web-3:812");
        row("host", "web-3", 0, "node 1a2b", "--holder web-3");
        row("client", "", 0, "client 5ccedab0", "--holder 5ccedab0");
        row("session", "", 0, "session 0x1000007d95a0000, fencing number 8",
            "--holder 0x1000007d95a0000");
        row("other words", "", 0, "Jane of ops", "--holder Jane of ops");
        row("nobody", "", 0, "", "");
    }
    void aHolderIsSelectedByHostProcessOrClient()
    {
        const auto [host, pid, detail, text] = fetch<QString, int, QString, QString>();
        observe::Holder holder;
        if (!host.isEmpty())
            holder.host = host.toStdString();
        if (pid != 0)
            holder.pid = pid;
        if (!detail.isEmpty())
            holder.detail = detail.toStdString();
        const auto selection = PlanSelection::ofHolder(holder);
        QCOMPARE(QString::fromStdString(selection ? selection->text() : std::string()), text);
        const auto matches = [&](const observe::Holder& other) {
            LockEntryBuilder builder("job:1", SteadyTime{});
            builder.held("token", std::chrono::seconds(30)).lock().holder = other;
            return selection && selection->matches(*builder.build());
        };
        QCOMPARE(matches(holder), !text.isEmpty());
        QVERIFY(!matches({.host = "web-4", .pid = 812, .detail = "client 5cce"}));
    }

    void linesMayBeRemoved()
    {
        const std::string text = formatPlan(samplePlan());
        const auto read = parsePlan(text.substr(0, text.find("{\"resource\":\"job:2\"")));
        QVERIFY(read && read->locks.size() == 1);
    }

    void whatWasAlteredIsNamed_data()
    {
        const auto row = columns<QByteArray, QByteArray, QByteArray>();
        const QByteArray altered = "line 3: was altered, or is of another plan";
        row("the name", "\"job:2\"", "\"job:3\"", altered);
        row("the token", QByteArray::fromStdString(Fingerprint::ofString("token of job:2").hex()),
            QByteArray(40, 'a'), altered);
        row("the safety", "not-known", "safe-to-free", altered);
        row("a field more", "{\"resource\":\"job:2\"", "{\"note\":1,\"resource\":\"job:2\"",
            altered);
        row("the seal", "\"seal\":", "\"SEAL\":", "line 1: was altered");
        row("the deed", "\"will\":\"release\"", "\"will\":\"revoke\"", "line 2: was altered");
        row("the header's masters", "10.0.0.1", "10.0.0.3", "line 1: was altered");
        row("the id", "00112233", "99112233", "line 1: was altered");
        row("the version", "\"plan_version\":1", "\"plan_version\":2",
            "line 1: is of another version");
        row("no header", "\"plan_version\":1,", "", "line 1: is no header of a plan");
        row("a brace", "{\"resource\":\"job:2\"", "\"resource\":\"job:2\"",
            "line 3: is no JSON object");
        row("a tick that is none", "\"may_live\":false", "\"may_live\":1",
            "line 2: \"may_live\" is neither true nor false|line 3");
    }
    void whatWasAlteredIsNamed()
    {
        const auto [before, after, problem] = fetch<QByteArray, QByteArray, QByteArray>();
        const QByteArray text = QByteArray::fromStdString(formatPlan(samplePlan()));
        QVERIFY(text.contains(before));
        const QByteArray told = QByteArray::fromStdString(
            problemOf(QByteArray(text).replace(before, after).toStdString()));
        QVERIFY2(told.startsWith(problem), told);
    }

    void aLineOfAnotherPlanIsNone()
    {
        PlanFile other = samplePlan();
        other.id = "ffeeddccbbaa99887766554433221100";
        const std::string line = formatPlan(other).substr(formatPlan(other).find('\n') + 1);
        QVERIFY(problemOf(formatPlan(samplePlan()) + line).starts_with("line 4: was altered"));
    }

    void aLineThatIsThereTwiceIsNamed()
    {
        const std::string text = formatPlan(samplePlan());
        const std::string problem = problemOf(text + text.substr(text.find('\n') + 1));
        QVERIFY(problem.starts_with("line 4: is there twice"));
    }

    void anyBytesAreRefusedWithoutHarm()
    {
        for (const std::string& text : {""s, "\n\n"s, "{"s, "[]"s, "null"s, "1"s,
                 std::string(100'000, '\0'), std::string(100'000, '['), "\xff\xfe"s})
            QVERIFY(problemOf(text).starts_with("line "));
        const std::string text = formatPlan(samplePlan());
        for (std::size_t i = 0; i < text.size(); i += 3) {
            std::string broken = text;
            broken[i] = '\x80';
            QVERIFY(!problemOf(broken).empty() || broken[i - 1] == '\n' || text[i] == '\n');
        }
    }
};

LOCKKEEPER_TEST(PlanFileTest)

} // namespace lockkeeper::tests::plan_file_test

#include "plan_file_test.moc"
