// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/hostile_names.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/models/locks/lock_store.h"
#include "ui/pages/waits_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/wait_graph_view.h"

#include <QGraphicsItem>
#include <QLabel>
#include <QPushButton>

namespace lockkeeper::tests::waits_page_test {

using namespace std::string_literals;
using observe::Deadlock;
using observe::Waiter;
using ui::WaitsModel;

class WaitsPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_waiters.clear();
        m_unnamed.clear();
        m_page.reset();
        m_locks = std::make_unique<ui::LockStore>(m_clock);
        m_page = std::make_unique<ui::WaitsPage>(*m_locks, m_clock);
        m_page->resize(1000, 400);
        m_page->show();
    }

    void beforeAnybodyWaitsThatIsSaid()
    {
        show();
        QVERIFY(!m_page->table().isVisible());
        QVERIFY(!child<ui::Banner>(*m_page, u"deadlockBanner"_s).isVisible());
    }

    void eachProcessHasARow()
    {
        m_locks->apply(updateOf({heldEntry("a", m_clock.now(), 30s, "token")}));
        wait("a", 7);
        wait("a", 7);
        wait("b", 8);
        show();
        QCOMPARE(m_page->table().model()->rowCount(), 2);
        QCOMPARE(cell(0, WaitsModel::ResourceName), u"a"_s);
        QCOMPARE(cell(0, WaitsModel::Who), u"api@web-4 pid 7, 2 threads"_s);
        QCOMPARE(cell(0, WaitsModel::For), u"5.0 s"_s);
        QCOMPARE(cell(0, WaitsModel::Holds), u"nothing"_s);
        QCOMPARE(cell(0, WaitsModel::HeldBy),
            m_locks->cells()
                .cell(*m_locks->find(Resource("a")), ui::LockCells::Holder, Qt::DisplayRole)
                .toString());
        QCOMPARE(cell(1, WaitsModel::HeldBy), u"nobody seen"_s);
        QCOMPARE(cell(1, WaitsModel::Circle), u"none"_s);
    }

    void aDeadlockComesFirstAndItsEndIsOffered()
    {
        wait("a", 8);
        wait("b", 7);
        wait("b", 99);
        wait("0", 5);
        show({deadlock()});
        QCOMPARE(cell(0, WaitsModel::Circle), u"deadlock: a \u203a b \u203a a"_s);
        QCOMPARE(cell(1, WaitsModel::Circle), u"deadlock: a \u203a b \u203a a"_s);
        QCOMPARE(cell(2, WaitsModel::Circle), u"behind a deadlock: a \u203a b \u203a a"_s);
        QCOMPARE(cell(3, WaitsModel::ResourceName), u"0"_s);
        auto& banner = child<ui::Banner>(*m_page, u"deadlockBanner"_s);
        QVERIFY(banner.isVisible());
        QVERIFY2(
            banner.text().startsWith(u"Deadlock of 2 locks since "_s), qPrintable(banner.text()));
        QVERIFY2(banner.text().endsWith(u"The release of b would end it: 2 wait for it."_s),
            qPrintable(banner.text()));
        QSignalSpy wanted(m_page.get(), &ui::WaitsPage::lockRequested);
        Q_EMIT banner.buttonClicked();
        QCOMPARE(wanted.count(), 1);
        QVERIFY(wanted[0][0].value<Resource>() == Resource("b"));
        QSignalSpy freed(m_page.get(), &ui::WaitsPage::releaseRequested);
        auto& release = child<QPushButton>(*m_page, u"releaseProposedButton"_s);
        QVERIFY(release.isVisible());
        QVERIFY(!child<QPushButton>(*m_page, u"releaseButton"_s).isVisible()); // not twice
        release.click();
        QCOMPARE(freed.count(), 1);
        QVERIFY(freed[0][0].value<Resource>() == Resource("b"));
        const observe::Waits waits(m_waiters, {deadlock()});
        const QString own = QString::fromStdString(
            words::adviceText(waits, waits.deadlocks().front(), Resource("b")));
        QVERIFY2(
            own.contains(u"who waits for a. Its release is proposed to end it: 2 wait for it."_s),
            qPrintable(own));
        const QString other = QString::fromStdString(
            words::adviceText(waits, waits.deadlocks().front(), Resource("a")));
        QVERIFY2(other.contains(u"To end it, the release of b is proposed: 2 wait for it."_s),
            qPrintable(other));
        show();
        QVERIFY(!banner.isVisible());
    }

    void aRowLeadsToItsLock()
    {
        wait("a", 8);
        show();
        auto& button = child<QPushButton>(*m_page, u"showLockButton"_s);
        QVERIFY(!button.isEnabled());
        m_page->table().setCurrentIndex(m_page->table().model()->index(0, 0));
        QVERIFY(button.isEnabled());
        QSignalSpy wanted(m_page.get(), &ui::WaitsPage::lockRequested);
        button.click();
        QCOMPARE(wanted.count(), 1);
        QVERIFY(wanted[0][0].value<Resource>() == Resource("a"));
    }

    void aChainIsDrawnAndLeadsToItsLocks()
    {
        const auto& graph = child<ui::WaitGraphView>(*m_page, u"waitGraph"_s);
        m_locks->apply(updateOf({heldEntry("a", m_clock.now(), 30s, "token a"),
            heldEntry("b", m_clock.now(), 30s, "token b")}));
        wait("a", 8);
        show();
        QVERIFY(!graph.isVisible());
        wait("b", 7, {Fingerprint::ofString("token a")});
        show();
        QVERIFY(graph.isVisible());
        QCOMPARE(graph.picture().edges.size(), std::size_t{1});
        // The first key selects the first lock, if it was not selected with the focus.
        for (int key = 0; key < 2; ++key)
            QTest::keyClick(m_page->findChild<ui::WaitGraphView*>(u"waitGraph"_s), Qt::Key_Right);
        QVERIFY(graph.selected() == Resource("a"));
        QVERIFY2(graph.accessibleDescription().startsWith(u"a, held by "_s),
            qPrintable(graph.accessibleDescription()));
        QCOMPARE(m_page->table().currentIndex().siblingAtColumn(0).data().toString(), u"a"_s);
        QSignalSpy released(m_page.get(), &ui::WaitsPage::releaseRequested);
        child<QPushButton>(*m_page, u"releaseButton"_s).click();
        QVERIFY(released.value(0).value(0).value<Resource>() == Resource("a"));
        m_page->table().selectRow(1);
        QVERIFY(graph.selected() == Resource("b"));
    }

    void thePictureSaysHowLongAndIsNotMadeAnew()
    {
        auto& graph = child<ui::WaitGraphView>(*m_page, u"waitGraph"_s);
        m_locks->apply(updateOf({heldEntry("a", m_clock.now(), 30s, "token a")}));
        wait("a", 8);
        wait("b", 7, {Fingerprint::ofString("token a")});
        show();
        const QList<QGraphicsItem*> items = graph.scene()->items();
        const auto isTold = [&](const QString& words) {
            return std::ranges::any_of(graph.scene()->items(),
                [&](const QGraphicsItem* item) { return item->toolTip().contains(words); });
        };
        QVERIFY(isTold(u"Whoever holds a waits for b: api@web-4 pid 7, 5.0 s."_s));
        QVERIFY(isTold(u"its holder waits for b, 5.0 s"_s));
        m_clock.advance(7s);
        m_clock.setWallNow(m_clock.wallNow() + 7s);
        show();
        QVERIFY(isTold(u"Whoever holds a waits for b: api@web-4 pid 7, 12 s."_s));
        QCOMPARE(graph.scene()->items(), items);
        graph.select(Resource("a"));
        QVERIFY2(graph.accessibleDescription().contains(u"its holder waits for b, 12 s"_s),
            qPrintable(graph.accessibleDescription()));
    }

    void thePictureTakesHalfOfThePage()
    {
        const auto& graph = child<ui::WaitGraphView>(*m_page, u"waitGraph"_s);
        m_locks->apply(updateOf({heldEntry("a", m_clock.now(), 30s, "token a")}));
        wait("a", 8);
        wait("b", 7, {Fingerprint::ofString("token a")});
        show();
        QVERIFY(std::abs(graph.height() - m_page->height() / 2) < 8);
        m_page->resize(1000, 700);
        QVERIFY(std::abs(graph.height() - 350) < 8);
        // A picture that needs more gets it, as far as rows have room.
        m_locks->apply(updateOf({heldEntry("c", m_clock.now(), 30s, "token c"),
            heldEntry("d", m_clock.now(), 30s, "token d"),
            heldEntry("e", m_clock.now(), 30s, "token e")}));
        for (const char* const lock : {"c", "d", "e"}) {
            wait(lock, 8);
            wait("b", 7, {Fingerprint::ofString("token "s + lock)});
        }
        show();
        m_page->resize(1000, 420);
        QVERIFY2(graph.height() > 230, qPrintable(QString::number(graph.height())));
        QVERIFY(m_page->table().height() > 50);
    }

    void arrowKeysReachEachLockOfARing()
    {
        for (std::size_t count = 2; count <= 8; ++count) {
            m_waiters.clear();
            Deadlock ring;
            for (std::size_t i = 0; i < count; ++i) {
                wait(std::to_string((i + 1) % count), 7);
                ring.links.push_back(
                    {Resource(std::to_string(i)), Fingerprint::ofString("x"), i, 1});
            }
            show({ring});
            auto& graph = child<ui::WaitGraphView>(*m_page, u"waitGraph"_s);
            QCOMPARE(graph.picture().nodes.size(), count);
            std::set<Resource> reached{Resource("0")};
            for (std::size_t before = 0; before != reached.size();) {
                before = reached.size();
                for (const Resource& from : std::set(reached)) {
                    for (const auto key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down}) {
                        graph.select(from);
                        QTest::keyClick(&graph, key);
                        reached.insert(*graph.selected());
                    }
                }
            }
            QCOMPARE(reached.size(), count);
        }
    }

    void aMasterThatDoesNotTellIsNamed()
    {
        show({}, "who waits is not known");
        const auto labels = m_page->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels,
            [](const QLabel* label) { return label->text() == u"a: who waits is not known"_s; }));
    }

    void numbersInNamesCount()
    {
        wait("batch:10", 7);
        wait("batch:9", 8);
        show();
        QCOMPARE(cell(0, ui::WaitsModel::ResourceName), u"batch:9"_s);
        QCOMPARE(cell(1, ui::WaitsModel::ResourceName), u"batch:10"_s);
    }

    void whoWaitsIsSaidInOneLine()
    {
        const auto said
            = [this] { return words::waitersText(observe::Waits(m_waiters, {}), Resource("a")); };
        QCOMPARE(said(), std::string());
        wait("a", 7);
        wait("a", 7);
        wait("b", 8);
        QCOMPARE(said(), std::string("api@web-4 pid 7, 2 threads"));
        for (const std::int64_t pid : {9, 10, 11, 12})
            wait("a", pid);
        QCOMPARE(said(),
            std::string("api@web-4 pid 7, 2 threads; api@web-4 pid 9; api@web-4 pid 10; "
                        "api@web-4 pid 11; 1 more"));
    }

    void thoseKnownByTheirLibraryAreSaidToBe()
    {
        queue("a", "7");
        queue("a", "9");
        queue("a", "8", true);
        m_unnamed = {{Resource("b"), {"python-redis-lock", {.least = 0, .most = 3}}},
            {Resource("c"), {"redisson", {.least = 1, .most = observe::WaitCount::kUnbounded}}}};
        show();
        const std::vector<std::vector<QString>> rows{
            {u"client 5e6c1bb1\u2026, threads 7, 9"_s, u"redisson"_s, u"over 5.0 s"_s},
            {u"gone: client 5e6c1bb1\u2026, thread 8"_s, u"redisson"_s, u"over 5.0 s"_s},
            {u"at most 3 clients"_s, u"python-redis-lock"_s, u"not known"_s},
            {u"at least 1 client"_s, u"redisson"_s, u"not known"_s}};
        QCOMPARE(m_page->table().model()->rowCount(), static_cast<int>(rows.size()));
        for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
            const auto& expected = rows.at(static_cast<std::size_t>(row));
            QCOMPARE(cell(row, WaitsModel::Who), expected[0]);
            QCOMPARE(cell(row, WaitsModel::KnownBy), expected[1]);
            QCOMPARE(cell(row, WaitsModel::For), expected[2]);
            QCOMPARE(cell(row, WaitsModel::Holds), u"not known"_s);
        }
        const observe::Waits waits(m_waiters, {}, m_unnamed);
        QCOMPARE(words::waitersText(waits, Resource("a")),
            std::string("redisson: client 5e6c1bb1\u2026, threads 7, 9; redisson: gone: "
                        "client 5e6c1bb1\u2026, thread 8"));
        QCOMPARE(words::waitersText(waits, Resource("b")),
            std::string("python-redis-lock: at most 3 clients"));
        QCOMPARE(words::waitingCountText(waits.countFor(Resource("a"))),
            std::string("2 waiting, 1 gone from its queue"));
        QCOMPARE(words::waitingCountText(waits.countAll()),
            std::string("at least 3 waiting, 1 gone from its queue"));
        QCOMPARE(words::countText(observe::WaitCount{1, 4, 0}), std::string("1 to 4"));
    }

    void waitersOfFairLocksAreNamed()
    {
        queue("a", "1");
        queue("b", "2");
        Deadlock ring = deadlock();
        ring.links[0].holderPid = ring.links[1].holderPid = 0;
        show({ring});
        QCOMPARE(cell(0, WaitsModel::Circle), u"deadlock: a \u203a b \u203a a"_s);
        QCOMPARE(words::linkText(observe::Waits(m_waiters, {ring}), ring, 0),
            std::string("held by thread 2, client 5e6c1bb1\u2026, who waits for b"));
    }

    void hostileNamesAreHarmless()
    {
        const auto names = hostileNames(200);
        for (const std::string& name : names)
            wait(name, 7);
        show();
        QCOMPARE(m_page->table().model()->rowCount(), 200);
        for (int row = 0; row < 200; ++row) {
            const QString shown = cell(row, WaitsModel::ResourceName);
            QVERIFY(
                !shown.contains(u'\n') && !shown.contains(u'\x1b') && !shown.contains(u'\u202e'));
        }
    }

private:
    void wait(const std::string& resource, std::int64_t pid, std::vector<Fingerprint> holding = {})
    {
        m_waiters.push_back({.announced = {.resources = {Resource(resource)},
                                 .owner = {.host = "web-4", .pid = pid, .app = "api"},
                                 .since = m_clock.wallNow() - 5s,
                                 .id = std::to_string(m_waiters.size()),
                                 .holding = std::move(holding)}});
    }
    /// A thread that stands in the queue of a fair lock of Redisson.
    void queue(const std::string& resource, const std::string& thread, bool isGone = false)
    {
        m_waiters.push_back({.announced = {.resources = {Resource(resource)},
                                 .owner = {},
                                 .since = m_clock.wallNow() - 5s,
                                 .id = "5e6c1bb1-5d0a-4b5f-9f4e-0c5f0c8ad2f1:" + thread},
            .queued = Waiter::Queued{.library = "redisson",
                .holder
                = {.thread = thread, .detail = "client 5e6c1bb1-5d0a-4b5f-9f4e-0c5f0c8ad2f1"},
                .isGone = isGone}});
    }
    void show(std::vector<Deadlock> deadlocks = {}, const char* error = nullptr)
    {
        observe::BoardUpdate next;
        next.isComplete = true;
        next.masters.push_back({.id = MasterId("a"), .url = "redis://one.test:1"});
        if (error != nullptr)
            next.masters.front().waitsError = Error{ErrorClass::NoPermission, error, {}};
        next.waits
            = std::make_shared<const observe::Waits>(m_waiters, std::move(deadlocks), m_unnamed);
        m_page->showUpdate(std::make_shared<const observe::BoardUpdate>(std::move(next)));
    }
    [[nodiscard]] QString cell(int row, int column) const
    {
        return m_page->table().model()->index(row, column).data().toString();
    }
    [[nodiscard]] Deadlock deadlock() const
    {
        const Fingerprint token = Fingerprint::ofString("x");
        return {.links = {{Resource("a"), token, 1, 1, 7}, {Resource("b"), token, 0, 2, 8}},
            .isCertain = true,
            .since = m_clock.wallNow(),
            .proposed = 1};
    }

    ManualClock m_clock;
    std::vector<Waiter> m_waiters;
    observe::UnnamedByResource m_unnamed;
    std::unique_ptr<ui::LockStore> m_locks;
    std::unique_ptr<ui::WaitsPage> m_page;
};

LOCKKEEPER_TEST(WaitsPageTest)

} // namespace lockkeeper::tests::waits_page_test

#include "waits_page_test.moc"
