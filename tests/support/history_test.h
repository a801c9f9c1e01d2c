// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/history_batches.h"
#include "tests/support/manual_clock.h"

#include <QTemporaryDir>
#include <QtTest>

namespace lockkeeper::tests {

/// Tests of which each has a history of its own.
class HistoryTest : public QObject {
protected:
    /// Begins a history that is watched until `now` after the start.
    void beginHistory(std::chrono::milliseconds now = {})
    {
        m_directory = std::make_unique<QTemporaryDir>();
        QVERIFY(m_directory->isValid());
        m_file = std::filesystem::path(m_directory->path().toStdString()) / "d.sqlite";
        m_clock = std::make_unique<ManualClock>();
        m_clock->setWallNow(kHistoryWall + now);
        auto store = history::HistoryStore::open(
            {.file = m_file, .interval = std::chrono::hours(1)}, *m_clock);
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
    std::filesystem::path m_file;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<history::HistoryStore> m_store;
};

} // namespace lockkeeper::tests
