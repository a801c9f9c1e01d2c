// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/history_batches.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/pages/lock_past.h"
#include "ui/widgets/table_view.h"

#include <QLabel>

namespace lockkeeper::tests::lock_past_test {

using namespace lockkeeper::history;
using ui::PastOwnerModel;

class LockPastTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = std::filesystem::path(m_directory->path().toStdString()) / "d.sqlite";
        auto store = HistoryStore::open({.place = m_file, .interval = 1h}, m_clock);
        QVERIFY(store);
        m_store = std::move(*store);
        m_source = std::make_unique<ui::LockPastSource>([this] { return m_file; });
        m_past = std::make_unique<ui::LockPast>(*m_source);
        m_past->resize(600, 200);
        m_past->show();
    }

    void cleanup()
    {
        m_past.reset();
        m_source.reset();
        m_store.reset();
    }

    void ownersAreListedTheNewestFirst()
    {
        hold("orders", "api", 0s, 10s);
        hold("orders", "cron", 10s, 30s);
        hold("other", "none", 40s, 50s);
        QVERIFY(m_store->flush());
        const QAbstractItemModelTester tester(table().model());
        showLock("orders", "x");
        QCOMPARE(table().model()->rowCount(), 2);
        QCOMPARE(text(0, PastOwnerModel::Owner), u"cron"_s);
        QCOMPARE(text(0, PastOwnerModel::For), u"20 s"_s);
        QVERIFY(text(0, PastOwnerModel::End).startsWith(u"released"_s));
        QCOMPARE(text(1, PastOwnerModel::Owner), u"api"_s);
        QCOMPARE(text(1, PastOwnerModel::From), u"2025-06-15 15:06:40 UTC"_s);
        QVERIFY2(
            said().contains(
                u"held 2 times: half of them for at most 10 s, all of them for at most 20 s"_s),
            qPrintable(said()));
        QVERIFY2(said().contains(u"1 hand-over, within 0.1 s"_s), qPrintable(said()));
    }

    void itIsReadAnewWhenTheOwnerChanges()
    {
        hold("orders", "api", 0s, 10s);
        QVERIFY(m_store->flush());
        showLock("orders", "x");
        QCOMPARE(table().model()->rowCount(), 1);
        hold("orders", "cron", 10s, 30s);
        QVERIFY(m_store->flush());
        QSignalSpy loaded(m_source.get(), &ui::LockPastSource::loaded);
        m_past->setLock(Resource("orders"), Fingerprint::ofString("x"));
        m_past->setLock(Resource("orders"), Fingerprint::ofString("y"));
        m_past->setLock(Resource("orders"), std::nullopt);
        QVERIFY(loaded.wait());
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(table().model()->rowCount(), 2);
    }

    void whileItIsHiddenNothingIsRead()
    {
        hold("orders", "api", 0s, 10s);
        hold("other", "cron", 0s, 10s);
        QVERIFY(m_store->flush());
        m_past->hide();
        QSignalSpy loaded(m_source.get(), &ui::LockPastSource::loaded);
        m_past->setLock(Resource("orders"), std::nullopt);
        m_past->setLock(Resource("other"), std::nullopt);
        m_past->show();
        QVERIFY(loaded.wait());
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(text(0, PastOwnerModel::Owner), u"cron"_s);
    }

    void withoutARecordingItTellsHowToRecord()
    {
        m_store.reset();
        std::filesystem::remove(m_file);
        showLock("orders", "x");
        QVERIFY(!table().isVisible());
        QVERIFY(said().contains(u"lockctl watch --record"_s));
    }

    void whatIsRecordedButNotOfThisLockIsTold()
    {
        m_past->setRecorded([] { return true; });
        showLock("orders", "x");
        QCOMPARE(said(), u"Nothing is recorded of this lock yet."_s);
    }

private:
    void hold(const std::string& resource, const std::string& app, std::chrono::seconds from,
        std::chrono::seconds to)
    {
        Sighting sighting = heldBy(resource, app + std::to_string(from.count()));
        sighting.holder.app = app;
        recordIn(*m_store, batchAt(from, {sighting}));
        recordIn(*m_store, batchAt(to, {goneFrom(resource)}));
    }
    void showLock(const std::string& resource, const std::string& token)
    {
        QSignalSpy loaded(m_source.get(), &ui::LockPastSource::loaded);
        m_past->setLock(Resource(resource), Fingerprint::ofString(token));
        QVERIFY(loaded.wait());
    }
    [[nodiscard]] QString text(int row, int column)
    {
        return table().model()->index(row, column).data().toString();
    }
    [[nodiscard]] ui::TableView& table()
    {
        return child<ui::TableView>(*m_past, u"pastOwnersTable"_s);
    }
    [[nodiscard]] QString said() { return child<QLabel>(*m_past, u"pastLabel"_s).text(); }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file;
    ManualClock m_clock;
    std::unique_ptr<HistoryStore> m_store;
    std::unique_ptr<ui::LockPastSource> m_source;
    std::unique_ptr<ui::LockPast> m_past;
};

LOCKKEEPER_TEST(LockPastTest)

} // namespace lockkeeper::tests::lock_past_test

#include "lock_past_test.moc"
