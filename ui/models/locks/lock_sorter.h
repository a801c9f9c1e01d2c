// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/filter_vocabulary.h"
#include "ui/models/locks/lock_filter.h"
#include "ui/models/locks/lock_groups.h"
#include "ui/models/locks/lock_order.h"
#include "ui/models/locks/lock_rows.h"
#include "ui/models/locks/lock_table_cells.h"
#include "ui/models/locks/search_text.h"

#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace lockkeeper::ui {

/// The search texts of all rows of a table. To make the texts of 100 000 locks takes 300 ms, to
/// search them 15 ms: with these, each keystroke in the filter shows its rows at once. About 150
/// bytes a row. Not thread-safe.
class SearchTexts {
public:
    /// The search text of the row in this slot, whose entry is `entry`. Made again only if the
    /// entry tells another resource, holder or library than at the latest call.
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
    void clear() { std::vector<Text>().swap(m_texts); } // frees the memory, too

private:
    struct Text {
        observe::LockEntryPtr
            entry; ///< that the text was made of, or a later one that tells the same
        QString text;
    };

    static bool isSameText(const observe::LockEntry& a, const observe::LockEntry& b)
    {
        return a.packedLock == b.packedLock && a.resource == b.resource;
    }

    std::vector<Text> m_texts; ///< by slot
};

/// Sorts, filters or groups all rows of a LockStore, on a thread of its own if there are many.
/// GUI thread only.
///
/// Many rows are read in slices, between which the event loop runs, and a finished job is freed on
/// that thread: 100 000 items are 9 MB, whose pages may have to be fetched from the system first.
class LockSorter final : public QObject {
    Q_OBJECT
public:
    /// What it needs of a row. Rows that change after the request may be read before or after that.
    struct Item {
        int slot;
        std::uint64_t id;
        bool isOurs;
        bool isMatch = true; ///< (filter) result
        SteadyTime heldSince{};
        LockSortKey key; ///< (column) the number; the text is a result
        observe::LockEntryPtr entry; ///< null in the result
    };
    struct Job {
        std::optional<int> column{}; ///< to sort by
        std::optional<LockFilter> filter{};
        std::optional<LockGroups> groups{}; ///< empty; the result has all rows
        SteadyTime now{}; ///< (filter) that held and remaining times are compared at
        std::vector<Item> items{}; ///< filled in
        LockOrder::Sorted order{}; ///< (column) result
    };

    explicit LockSorter(QObject* parent = nullptr);
    /// Blocks until the job that is being computed has noticed that nobody waits for it.
    ~LockSorter() override;

    /// Starts a job; replaces the job that is being computed. Few rows are done at once:
    /// finished() is emitted before this returns. `rows` must outlive the object, here and below.
    void start(const LockRows& rows, Job wanted);
    /// Makes the search texts of all rows ready: a filter will probably be typed soon. Emits
    /// wordsSeen() then, unless another job is being computed.
    void prepareTexts(const LockRows& rows);
    /// Frees the memory of the search texts.
    void forgetTexts();
    /// Drops the job that is being computed, if any.
    void cancel();
    [[nodiscard]] bool isBusy() const noexcept { return m_isBusy; }

Q_SIGNALS:
    void finished(lockkeeper::ui::LockSorter::Job& job);
    /// What a filter may be completed with.
    void wordsSeen(const QStringList& words);

private:
    using JobPtr = std::shared_ptr<Job>;
    struct Reading;

    /// Reads rows for a while, and goes on soon, until all are read.
    void read(Reading reading);
    void finish(Job& job, unsigned number);
    /// Frees the job on the other thread.
    void drop(JobPtr job);
    // On the other thread:
    void compute(const JobPtr& job, unsigned number);
    void seeWords(const JobPtr& job, unsigned number);

    SearchTexts m_texts; ///< used by the thread of m_pool only
    std::atomic<unsigned> m_latest = 0; ///< number of the latest job
    bool m_isBusy = false;
    QThreadPool m_pool; ///< of one thread
};

} // namespace lockkeeper::ui
