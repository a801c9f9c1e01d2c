// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/models/base/roles.h"
#include "ui/models/journal_model.h"

#include <algorithm>

namespace lockkeeper::tests::journal_model_test {

using namespace lockkeeper::release;
using namespace lockkeeper::ui;

namespace {

using Column = JournalModel::Column;

struct Table {
    JournalModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

    void show(std::vector<JournalEntry> entries, std::size_t unreadable = 0)
    {
        model.setEntries({std::move(entries), unreadable});
    }
    [[nodiscard]] QString text(int row, int column) const
    {
        return model.index(row, column).data().toString();
    }
};

JournalIntent intent(const std::string& id, const std::string& resource = "cron:bill")
{
    return {.id = id,
        .time = std::chrono::sys_days(2026y / 11 / 21) + 3h + 14min + 15s + 926ms,
        .action = "release",
        .deployment = "billing",
        .resource = resource,
        .token = "3f1c90ab",
        .reason = "stuck since Monday"};
}

JournalResult freed(const std::string& id)
{
    return {.id = id,
        .outcomes = {{"a", "released"}, {"b", "released"}, {"c", "already-gone"}},
        .isQuorumFreed = true};
}

} // namespace

class JournalModelTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void actionIsShownWithItsResult()
    {
        Table t;
        t.show({intent("1"), freed("1")});
        QCOMPARE(t.model.rowCount(), 1);
        QCOMPARE(t.text(0, Column::DeploymentName), u"billing"_s);
        const QDateTime time(QDate(2026, 11, 21), QTime(3, 14, 15, 926), Qt::UTC);
        QCOMPARE(t.model.index(0, Column::Time).data(SortRole).toDateTime(), time);
        QCOMPARE(t.text(0, Column::Action), u"release"_s);
        QCOMPARE(t.text(0, Column::ResourceName), u"cron:bill"_s);
        QCOMPARE(t.text(0, Column::TokenFingerprint), u"3f1c90ab"_s);
        QCOMPARE(t.text(0, Column::Reason), u"stuck since Monday"_s);
        QCOMPARE(t.text(0, Column::Result), u"freed: 1 already gone, 2 released"_s);
    }

    void intentWithoutResultIsAnUnknownResult()
    {
        Table t;
        t.show({intent("1")});
        QCOMPARE(t.text(0, Column::Result), u"unknown result"_s);
        t.show({intent("1"), freed("1")});
        QVERIFY(t.text(0, Column::Result).startsWith(u"freed: "_s));
    }

    void resultThatFreedNoQuorumSaysSo()
    {
        Table t;
        t.show({intent("1"), JournalResult{.id = "1", .outcomes = {{"a", "unreachable"}}}});
        QCOMPARE(
            t.text(0, Column::Result), u"it may still be held: 1 out of reach: nothing was sent"_s);
    }

    void changedHolderIsTold()
    {
        Table t;
        t.show({intent("1"), JournalResult{.id = "1", .hasHolderChanged = true}});
        QCOMPARE(t.text(0, Column::Result),
            u"nothing was sent: the holder has changed, or its TTL was set anew"_s);
    }

    void newestIsFirst()
    {
        Table t;
        t.show({intent("1", "first"), intent("2", "second")});
        QCOMPARE(t.text(0, Column::ResourceName), u"second"_s);
        QCOMPARE(t.text(1, Column::ResourceName), u"first"_s);
    }

    void newLinesLeaveTheSelectionAlone()
    {
        Table t;
        t.show({intent("1", "first"), intent("2", "second")});
        const QPersistentModelIndex first(t.model.index(1, Column::ResourceName));
        t.show({intent("1", "first"), intent("2", "second"), intent("3", "third"), freed("1")});
        QCOMPARE(t.model.rowCount(), 3);
        QCOMPARE(first.row(), 2);
        QCOMPARE(first.data().toString(), u"first"_s);
    }

    void resultOfANewerVersionIsShownAsItIs()
    {
        Table t;
        t.show({intent("1"), JournalResult{.id = "1", .outcomes = {{"a", "half\n"}}}});
        QCOMPARE(t.text(0, Column::Result), u"it may still be held: 1 half\\n"_s);
    }

    void linesThatAreNotShownAreCounted()
    {
        Table t;
        t.show({intent("1"), intent("1", "with the same id"), freed("of an older intent")}, 2);
        QCOMPARE(t.model.rowCount(), 1);
        QCOMPARE(t.text(0, Column::ResourceName), u"cron:bill"_s);
        QCOMPARE(t.model.unreadableCount(), 3);
        t.show({intent("1")});
        QCOMPARE(t.model.unreadableCount(), 0);
    }

    void hostileTextIsEscapedOnce()
    {
        Table t;
        t.show({JournalIntent{.id = "1",
            .action = "<b>",
            .resource = "\x1b[2J",
            .token = "\\x41",
            .reason = "a\nb\u202e\xff"}});
        QCOMPARE(t.text(0, Column::Action), u"<b>"_s);
        QCOMPARE(t.text(0, Column::ResourceName), u"\\x1b[2J"_s);
        QCOMPARE(t.text(0, Column::TokenFingerprint), u"\\\\x41"_s);
        QCOMPARE(t.text(0, Column::Reason), u"a\\nb\\u202e\\xff"_s);
        QCOMPARE(t.text(0, Column::Time), u"unknown"_s);
    }

    void aDeedOfAPlanTellsOfItsRun()
    {
        JournalIntent planned = intent("1");
        planned.plan = "0123";
        const std::vector<JournalEntry> entries{planned, freed("1"),
            JournalPlan{.id = "2",
                .plan = "0123",
                .locks = 20'024,
                .end = "stopped",
                .fates = {{"freed", 956}, {"not-begun", 19'068}}}};
        Table table;
        table.show(entries);
        QCOMPARE(table.model.rowCount(), 1);
        QCOMPARE(table.model.unreadableCount(), 0);
        const auto facts = deedFacts(deedsOf({entries}).deeds.front());
        const auto run = std::ranges::find(facts, u"Freed together"_s, &DeedFact::caption);
        QVERIFY(run != facts.end());
        QCOMPARE(run->value, u"956 of 20024 locks freed, 19068 not begun; it was stopped"_s);
    }

    void anAcquireIsShownWithItsToken()
    {
        Table t;
        JournalIntent acquire = intent("1");
        acquire.action = "acquire";
        acquire.token.clear();
        t.show({acquire,
            JournalResult{
                .id = "1", .acquired = "acquired", .tokenSha1 = "0123456789abcdef0123456789"}});
        QCOMPARE(t.text(0, Column::Action), u"acquire"_s);
        QCOMPARE(t.text(0, Column::TokenFingerprint), u"01234567"_s);
        QCOMPARE(t.text(0, Column::Result), u"acquired"_s);
    }

    void anAcquireThatFailedSaysWhy()
    {
        Table t;
        const auto shown = [&](const std::string& acquired) {
            t.show({intent("1"), JournalResult{.id = "1", .acquired = acquired}});
            return t.text(0, Column::Result);
        };
        QCOMPARE(shown("contended"), u"not acquired: another owner held it"_s);
        QCOMPARE(shown("no-quorum"), u"not acquired: too few masters answered"_s);
        QCOMPARE(shown("<b>newer</b>"), u"<b>newer</b>"_s);
    }
};

LOCKKEEPER_TEST(JournalModelTest)

} // namespace lockkeeper::tests::journal_model_test

#include "journal_model_test.moc"
