// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/pages/leases_page.h"
#include "ui/widgets/table_view.h"

#include <QLabel>
#include <QPushButton>

namespace lockkeeper::tests::leases_page_test {

using ui::LeasesPage;

class LeasesPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_page.reset();
        m_leases = std::make_unique<ui::OwnLeaseModel>(m_clock);
        m_locks = std::make_unique<ui::LockStore>(m_clock);
        m_page = std::make_unique<LeasesPage>(*m_leases, *m_locks, m_clock);
        m_page->show();
    }

    void withoutLeasesItSaysHowToGetOne()
    {
        QVERIFY(!m_page->table().isVisible());
        QVERIFY(
            child<QWidget>(*m_page, u"emptyState"_s).accessibleDescription().contains(u"Ctrl+N"_s));
    }

    void theButtonsNameTheSelectedLease()
    {
        add(1, "orders:1");
        add(2, "orders:2");
        QVERIFY(!button(u"releaseLeaseButton"_s).isVisible());
        m_page->table().selectRow(1);
        QCOMPARE(button(u"releaseLeaseButton"_s).text(), u"Release orders:2"_s);
        QCOMPARE(button(u"extendLeaseButton"_s).text(), u"Extend orders:2"_s);
    }

    void theButtonsActOnTheSelectedLease()
    {
        QSignalSpy extended(m_page.get(), &LeasesPage::extendRequested);
        QSignalSpy released(m_page.get(), &LeasesPage::releaseLeaseRequested);
        add(1, "orders:1");
        add(2, "orders:2");
        m_page->table().selectRow(1);
        click(button(u"extendLeaseButton"_s));
        click(button(u"releaseLeaseButton"_s));
        QCOMPARE(extended.value(0).value(0).toInt(), 2);
        QCOMPARE(released.value(0).value(0).toInt(), 2);
    }

    void aLostLeaseCanOnlyBeDismissed()
    {
        QSignalSpy released(m_page.get(), &LeasesPage::releaseLeaseRequested);
        QSignalSpy dismissed(m_page.get(), &LeasesPage::dismissRequested);
        add(1, "orders:1");
        m_page->table().selectRow(0);
        m_leases->setState(1, ui::LeaseStatus::Lost);
        QVERIFY(!button(u"extendLeaseButton"_s).isVisible());
        QCOMPARE(button(u"releaseLeaseButton"_s).text(), u"Dismiss orders:1"_s);
        click(button(u"releaseLeaseButton"_s));
        QCOMPARE(released.size(), 0);
        QCOMPARE(dismissed.size(), 1);
    }

    void whatCantBeExtendedHasNoButtonForIt()
    {
        m_leases->add({.id = 1, .resource = Resource("/locks/a"), .isExtendable = false});
        m_page->table().selectRow(0);
        QVERIFY(!button(u"extendLeaseButton"_s).isVisible());
        QVERIFY(button(u"releaseLeaseButton"_s).isVisible());
    }

    void acquireCanBeAskedFor()
    {
        QSignalSpy requested(m_page.get(), &LeasesPage::acquireRequested);
        click(button(u"acquireLeaseButton"_s));
        QCOMPARE(requested.size(), 1);
    }

    void theLockOfALeaseCanBeShown()
    {
        const QSignalSpy wanted(m_page.get(), &LeasesPage::lockRequested);
        add(1, "orders:1");
        QVERIFY(!child<QWidget>(*m_page, u"leaseVotesTable"_s).isVisible());
        m_page->table().selectRow(0);
        QVERIFY(child<QWidget>(*m_page, u"leaseVotesTable"_s).isVisible());
        QCOMPARE(child<QLabel>(*m_page, u"leaseWaitersLabel"_s).text(),
            u"Nobody is known to wait for it."_s);
        click(button(u"showLeaseButton"_s));
        QCOMPARE(wanted.value(0).value(0).value<Resource>(), Resource("orders:1"));
        m_leases->setState(1, ui::LeaseStatus::Lost);
        QVERIFY(!child<QWidget>(*m_page, u"leaseVotesTable"_s).isVisible());
        QVERIFY(!button(u"showLeaseButton"_s).isVisible());
    }

    void aNarrowPageKeepsItsTitle()
    {
        add(1, "orders:1");
        const auto& title = child<QLabel>(*m_page, u"pageTitle"_s);
        auto& acquire = button(u"acquireLeaseButton"_s);
        const auto top
            = [&](const QWidget& part) { return part.mapTo(m_page.get(), QPoint()).y(); };
        for (const int width : {1200, 600}) {
            m_page->resize(width, 600);
            QTRY_COMPARE(top(acquire) >= top(title) + title.height(), width == 600);
            QVERIFY(title.isVisible());
            QVERIFY(title.width() >= title.sizeHint().width());
            QVERIFY(acquire.mapTo(m_page.get(), acquire.rect().topRight()).x() < width);
            const int table = top(m_page->table());
            m_page->table().selectRow(0); // more buttons
            QTRY_VERIFY(button(u"releaseLeaseButton"_s).isVisible());
            QCoreApplication::processEvents();
            QCOMPARE(top(m_page->table()), table);
            m_page->table().clearSelection();
        }
    }

private:
    void add(int id, const std::string& name)
    {
        m_leases->add({.id = id,
            .resource = Resource(name),
            .fingerprint = Fingerprint::ofString(name),
            .deadline = m_clock.now() + 30s,
            .ttl = 30s});
    }
    [[nodiscard]] QPushButton& button(const QString& name)
    {
        return child<QPushButton>(*m_page, name);
    }

    ManualClock m_clock;
    std::unique_ptr<ui::OwnLeaseModel> m_leases;
    std::unique_ptr<ui::LockStore> m_locks;
    std::unique_ptr<LeasesPage> m_page;
};

LOCKKEEPER_TEST(LeasesPageTest)

} // namespace lockkeeper::tests::leases_page_test

#include "leases_page_test.moc"
