// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/models/journal_model.h"
#include "ui/models/roles.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace lockkeeper::ui;
using namespace Qt::StringLiterals;

namespace {

using Column = JournalModel::Column;

struct Table {
    JournalModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

    [[nodiscard]] QString text(int row, int column) const
    {
        return model.index(row, column).data().toString();
    }
};

QByteArray intent(const QByteArray& id, const QByteArray& resource = "cron:bill")
{
    return R"({"id":")" + id
        + R"(","time":"2026-11-21T03:14:15.926Z","kind":"intent","action":"release","resource":")"
        + resource + R"(","token":"3f1c90ab","reason":"stuck since Monday"})";
}

const QByteArray kFreed = R"({"id":"1","kind":"result","outcomes":[)"
                          R"({"master":"a","result":"released","error":null},)"
                          R"({"master":"b","result":"released","error":null},)"
                          R"({"master":"c","result":"already-gone","error":null}],)"
                          R"("holder_changed":false,"quorum_freed":true})";

} // namespace

class JournalModelTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void actionIsShownWithItsResult();
    void intentWithoutResultIsAnUnknownResult();
    void resultThatFreedNoQuorumSaysSo();
    void changedHolderIsTold();
    void newestIsFirst();
    void newLinesLeaveTheSelectionAlone();
    void linesThatAreNoEntriesAreCounted();
    void hostileTextIsHarmless();
};

void JournalModelTest::actionIsShownWithItsResult()
{
    Table t;
    t.model.setLines({intent("1"), kFreed});
    QCOMPARE(t.model.rowCount(), 1);
    const QDateTime time(QDate(2026, 11, 21), QTime(3, 14, 15, 926), Qt::UTC);
    QCOMPARE(t.model.index(0, Column::Time).data(SortRole).toDateTime(), time);
    QCOMPARE(t.text(0, Column::Action), u"release"_s);
    QCOMPARE(t.text(0, Column::ResourceName), u"cron:bill"_s);
    QCOMPARE(t.text(0, Column::TokenFingerprint), u"3f1c90ab"_s);
    QCOMPARE(t.text(0, Column::Reason), u"stuck since Monday"_s);
    QCOMPARE(t.text(0, Column::Result), u"quorum freed: 1 already gone, 2 released"_s);
}

void JournalModelTest::intentWithoutResultIsAnUnknownResult()
{
    Table t;
    t.model.setLines({intent("1")});
    QCOMPARE(t.text(0, Column::Result), u"unknown result"_s);
    t.model.setLines({intent("1"), kFreed});
    QVERIFY(t.text(0, Column::Result).startsWith(u"quorum freed"));
}

void JournalModelTest::resultThatFreedNoQuorumSaysSo()
{
    Table t;
    t.model.setLines({intent("1"),
        R"({"id":"1","kind":"result","outcomes":[{"master":"a","result":"unreachable"}],)"
        R"("holder_changed":false,"quorum_freed":false})"});
    QCOMPARE(t.text(0, Column::Result),
        u"the holder may still have its quorum: 1 not connected: nothing was sent"_s);
}

void JournalModelTest::changedHolderIsTold()
{
    Table t;
    t.model.setLines({intent("1"),
        R"({"id":"1","kind":"result","outcomes":[],"holder_changed":true,"quorum_freed":false})"});
    QCOMPARE(t.text(0, Column::Result), u"the holder changed: nothing was sent"_s);
}

void JournalModelTest::newestIsFirst()
{
    Table t;
    t.model.setLines({intent("1", "first"), intent("2", "second")});
    QCOMPARE(t.text(0, Column::ResourceName), u"second"_s);
    QCOMPARE(t.text(1, Column::ResourceName), u"first"_s);
}

void JournalModelTest::newLinesLeaveTheSelectionAlone()
{
    Table t;
    t.model.setLines({intent("1", "first"), intent("2", "second")});
    const QPersistentModelIndex first(t.model.index(1, Column::ResourceName));
    t.model.setLines({intent("1", "first"), intent("2", "second"), intent("3", "third"), kFreed});
    QCOMPARE(t.model.rowCount(), 3);
    QCOMPARE(first.row(), 2);
    QCOMPARE(first.data().toString(), u"first"_s);
}

void JournalModelTest::linesThatAreNoEntriesAreCounted()
{
    Table t;
    t.model.setLines({intent("1"), "{half a li", "[]", R"({"kind":"intent"})",
        R"({"id":"of an older intent","kind":"result"})"});
    QCOMPARE(t.model.rowCount(), 1);
    QCOMPARE(t.model.unreadableCount(), 3);
}

void JournalModelTest::hostileTextIsHarmless()
{
    Table t;
    t.model.setLines(
        {R"({"id":"1","kind":"intent","action":"<b>","resource":"\u001b[2J","reason":"a\nb\u202e"})"});
    QCOMPARE(t.text(0, Column::Action), u"<b>"_s);
    QCOMPARE(t.text(0, Column::ResourceName), u"\\x1b[2J"_s);
    QCOMPARE(t.text(0, Column::Reason), u"a\\nb\\u202e"_s);
    QCOMPARE(t.text(0, Column::Time), u"unknown"_s);
}

LOCKKEEPER_TEST(JournalModelTest)
#include "journal_model_test.moc"
