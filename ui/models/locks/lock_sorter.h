// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/filter_term.h"
#include "ui/models/locks/lock_filter.h"
#include "ui/models/locks/lock_groups.h"
#include "ui/models/locks/lock_order.h"
#include "ui/models/locks/lock_rows.h"
#include "ui/models/locks/lock_table_cells.h"

#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace lockkeeper::ui {

/// Rows' search texts, about 150 bytes each. For 100 000 locks, making them takes 300 ms, searching
/// 15 ms. Not thread-safe.
class SearchTexts {
public:
    const QString& of(int slot, const observe::LockEntryPtr& entry)
    {
        const auto place = static_cast<std::size_t>(slot);
        if (place >= m_texts.size())
            m_texts.resize(place + 1);
        Text& text = m_texts[place];
        if (!text.entry || (text.entry != entry && !isSameText(*text.entry, *entry)))
            text.text = searchText(*entry);
        text.entry = entry;
        return text.text;
    }
    void clear() { std::vector<Text>().swap(m_texts); }

private:
    struct Text {
        observe::LockEntryPtr entry; ///< the text's source, or a later equal one
        QString text;
    };

    static bool isSameText(const observe::LockEntry& a, const observe::LockEntry& b)
    {
        return a.packedLock == b.packedLock && a.resource == b.resource;
    }

    std::vector<Text> m_texts;
};

/// Sorts, filters or groups a LockStore's rows on its own thread. Reads many in slices.
class LockSorter final : public QObject {
    Q_OBJECT
public:
    /// As of its reading: the row may have changed since.
    struct Item {
        int slot;
        std::uint64_t id;
        bool isOurs;
        bool isMatch = true; ///< result
        SteadyTime heldSince{};
        LockSortKey key; ///< (column) number: given; text: result
        observe::LockEntryPtr entry;
    };
    struct Job {
        std::optional<int> column{};
        std::optional<LockFilter> filter{};
        std::optional<LockGroups> groups{}; ///< empty; the result has all rows
        SteadyTime now{}; ///< (filter) time to compare with
        std::vector<Item> items{};
        LockOrder::Sorted order{}; ///< (column) result
    };

    explicit LockSorter(QObject* parent = nullptr);
    ~LockSorter() override;

    /// Replaces a running job. For few rows, emits finished() before it returns. `rows` must
    /// outlive the object.
    void start(const LockRows& rows, Job wanted);
    /// wordsSeen() follows, unless replaced. `rows` must outlive the object.
    void prepareTexts(const LockRows& rows);
    void forgetTexts();
    void cancel();
    [[nodiscard]] bool isBusy() const noexcept { return m_isBusy; }

Q_SIGNALS:
    void finished(lockkeeper::ui::LockSorter::Job& job);
    void wordsSeen(const QStringList& words);

private:
    using JobPtr = std::shared_ptr<Job>;
    struct Reading;

    void read(Reading reading);
    void finish(Job& job, unsigned number);
    void drop(JobPtr job);
    // On the other thread:
    void compute(const JobPtr& job, unsigned number);
    void seeWords(const JobPtr& job, unsigned number);

    SearchTexts m_texts; ///< m_pool's thread
    std::atomic<unsigned> m_latest = 0;
    bool m_isBusy = false;
    QThreadPool m_pool; ///< one thread
};

} // namespace lockkeeper::ui
