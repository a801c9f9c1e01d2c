// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/history_batches.h"
#include "tests/support/manual_clock.h"
#include "tests/support/postgres_fixture.h"

#include <QTemporaryDir>
#include <QtTest>

namespace lockkeeper::tests {

/// Whether addHistoryPlaces() was called in this program: else each history is a file.
inline bool haveHistoryPlaces = false;

/// For initTestCase_data(): all tests of a class run once for each kind of place.
inline void addHistoryPlaces()
{
    haveHistoryPlaces = true;
    QTest::addColumn<bool>("isServer");
    QTest::newRow("SQLite") << false;
    if (isPostgresInstalled())
        QTest::newRow("PostgreSQL") << true;
    else
        qWarning("%s", kNoPostgres);
}

/// An empty history, of the row's kind.
inline history::Place newHistoryPlace(const std::filesystem::path& file)
{
    if (!haveHistoryPlaces)
        return file;
    QFETCH_GLOBAL(bool, isServer);
    return isServer ? PostgresFixture::shared().newPlace() : history::Place(file);
}

/// As its owner may do at any time.
inline void removeHistory(const history::Place& place)
{
    if (place.isServer())
        PostgresFixture::shared().exec(place, "DROP SCHEMA \"" + place.schema + "\" CASCADE");
    else
        std::filesystem::remove(place.file);
}

/// Tests of which each has a history of its own.
class HistoryTest : public QObject {
protected:
    /// Begins a history that is watched until `now` after the start.
    void beginHistory(std::chrono::milliseconds now = {})
    {
        m_directory = std::make_unique<QTemporaryDir>();
        QVERIFY(m_directory->isValid());
        m_file = std::filesystem::path(m_directory->path().toStdString()) / "d.sqlite";
        m_place = newHistoryPlace(m_file);
        m_clock = std::make_unique<ManualClock>();
        m_clock->setWallNow(kHistoryWall + now);
        auto store = history::HistoryStore::open(
            {.place = m_place, .interval = std::chrono::hours(1)}, *m_clock);
        QVERIFY(store);
        m_store = std::move(*store);
    }
    void hold(const std::string& resource, const std::string& token, std::chrono::milliseconds from,
        std::chrono::milliseconds to)
    {
        recordIn(*m_store, batchAt(from, {heldBy(resource, token)}));
        recordIn(*m_store, batchAt(to, {goneFrom(resource)}));
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file; ///< of a server: does not exist
    history::Place m_place;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<history::HistoryStore> m_store;
};

} // namespace lockkeeper::tests
