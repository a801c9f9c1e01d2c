// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/pages/order_hold.h"
#include "ui/widgets/table_view.h"

#include <QStandardItemModel>

namespace lockkeeper::tests::order_hold_test {

using namespace lockkeeper::ui;
using Reason = OrderHold::Reason;

class OrderHoldTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_hold.reset();
        m_table = std::make_unique<TableView>();
        m_rows = std::make_unique<QStandardItemModel>(3, 2);
        m_table->setModel(m_rows.get());
        m_hold = std::make_unique<OrderHold>(QList<QWidget*>{m_table.get()}, *m_table);
        m_table->show();
        QVERIFY(QTest::qWaitForWindowActive(m_table.get()));
    }

    void reasonsAddUp()
    {
        QSignalSpy changed(m_hold.get(), &OrderHold::changed);
        m_hold->set(Reason::Pause, true);
        m_hold->set(Reason::Dialog, true);
        m_hold->set(Reason::Pause, false);
        QVERIFY(m_hold->isHeld());
        m_hold->set(Reason::Dialog, false);
        QVERIFY(!m_hold->isHeld());
        QCOMPARE(changed.count(), 2);
    }

    void onlyAPauseHoldsBeforeRowsAreLoaded()
    {
        m_hold->set(Reason::Selection, true);
        QVERIFY(!m_hold->isHeld());
        m_hold->setLoaded();
        QVERIFY(m_hold->isHeld());
    }

    void aPointerThatRestsLetsGo()
    {
        m_hold->setLoaded();
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {}, {5, 5});
        QVERIFY(m_hold->isHeld());
        m_hold->setPatience(1ms);
        QTRY_VERIFY(!m_hold->isHeld());
        QVERIFY(m_table->currentIndex().isValid());
    }

    void aPauseDoesNotLapse()
    {
        m_hold->setLoaded();
        m_hold->set(Reason::Pause, true);
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {}, {5, 5});
        QVERIFY(m_hold->has(Reason::Selection));
        m_hold->setPatience(1ms);
        QTRY_VERIFY(!m_hold->has(Reason::Selection));
        QVERIFY(m_hold->isHeld());
    }

private:
    std::unique_ptr<TableView> m_table;
    std::unique_ptr<QStandardItemModel> m_rows;
    std::unique_ptr<OrderHold> m_hold;
};

LOCKKEEPER_TEST(OrderHoldTest)

} // namespace lockkeeper::tests::order_hold_test

#include "order_hold_test.moc"
