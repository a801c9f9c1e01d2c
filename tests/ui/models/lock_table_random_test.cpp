// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/locks/lock_table.h"

#include <map>
#include <random>

namespace lockkeeper::tests::lock_table_random_test {

using namespace lockkeeper::ui;
using observe::EvidenceKind;

namespace {

using Column = LockTable::Column;

/// A table that random operations are done on, and what it should show.
class RandomTable {
public:
    RandomTable(unsigned seed, int locks)
        : m_random(seed)
        , m_locks(locks)
    { }

    LockTable& proxy() { return m_proxy; }
    LockStore& model() { return m_model; }

    void doAnything()
    {
        const int operation = below(14);
        m_questions += operation <= 2 || operation > 11 ? 1 : 0;
        switch (operation) {
        case 0:
            m_proxy.sort(below(LockTable::kColumnCount + 1) - 1,
                below(2) == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
            break;
        case 1:
            setText();
            break;
        case 2:
            setToggle();
            break;
        case 3:
            m_proxy.setOrderHeld(below(2) == 0);
            break;
        case 4:
            m_clock.advance(std::chrono::milliseconds(below(3000)));
            m_model.tick();
            break;
        case 5:
            update(m_locks); // more than one slice
            break;
        case 6:
            m_model.setOwnFingerprints(below(2) == 0
                    ? std::set<std::string>{}
                    : std::set{Fingerprint::ofString("token 1").hex()});
            break;
        case 12:
            m_proxy.setGrouping(static_cast<Grouping>(below(4)));
            break;
        case 13:
            collapse();
            break;
        default:
            update(below(20));
        }
        watchAnother();
    }

    /// How often another order or filter was asked for.
    [[nodiscard]] int questions() const { return m_questions; }
    [[nodiscard]] bool isSettled() const { return !m_model.isBehind() && !m_proxy.isBusy(); }

    [[nodiscard]] QByteArrayList shown() const
    {
        QByteArrayList names;
        for (int row = 0; row < m_proxy.rowCount(); ++row)
            names << nameOf(m_proxy.index(row, 0));
        return names;
    }

    /// As shown(), without the counts of groups.
    [[nodiscard]] QByteArrayList places() const
    {
        QByteArrayList names = shown();
        for (QByteArray& name : names) {
            if (name.startsWith('['))
                name.truncate(name.lastIndexOf(": "));
        }
        return names;
    }

    /// A plain sort, filter and grouping of the model's rows.
    [[nodiscard]] QByteArrayList expected() const
    {
        std::vector<int> rows;
        for (int slot = 0; slot < m_model.rows().slotEnd(); ++slot) {
            if (m_model.rows().isThere(slot) && isAccepted(slot))
                rows.push_back(slot);
        }
        std::ranges::sort(rows, [this](int a, int b) { return isLess(a, b); });
        if (m_proxy.sortOrder() == Qt::DescendingOrder)
            std::ranges::reverse(rows);
        return m_proxy.grouping() == Grouping::None ? namesOf(rows) : grouped(rows);
    }

    /// True if each persistent index still points to its lock.
    [[nodiscard]] bool areWatchedInPlace()
    {
        std::erase_if(m_watched, [](const auto& watched) { return !watched.first.isValid(); });
        return std::ranges::all_of(m_watched, [this](const auto& watched) {
            // What a header says changes.
            if (watched.second.startsWith('['))
                return m_proxy.isHeader(watched.first.row());
            return nameOf(watched.first) == watched.second
                && watched.first == m_proxy.indexOf(Resource(watched.second.toStdString()), 2);
        });
    }
    /// The watched locks that are shown.
    [[nodiscard]] std::size_t watchedCount() const { return m_watched.size(); }

private:
    [[nodiscard]] int below(int end)
    {
        return std::uniform_int_distribution<int>(0, end - 1)(m_random);
    }
    /// A lock's name, or what the header of a group says.
    static QByteArray nameOf(const QModelIndex& index)
    {
        const auto header = index.data(GroupRole).value<GroupHeader>();
        return header.name.isEmpty() ? index.data(IdentityRole).toByteArray()
                                     : u"[%1: %2]"_s.arg(header.name, header.counts).toUtf8();
    }
    [[nodiscard]] const LockRow& at(int slot) const { return m_model.rows()[slot]; }
    [[nodiscard]] QByteArrayList namesOf(const std::vector<int>& rows) const
    {
        QByteArrayList names;
        for (const int slot : rows)
            names << QByteArray::fromStdString(at(slot).entry->resource.value());
        return names;
    }

    [[nodiscard]] QByteArrayList grouped(const std::vector<int>& rows) const
    {
        std::map<QString, std::vector<int>> groups;
        for (const int slot : rows)
            groups[groupName(*at(slot).entry, m_proxy.grouping())].push_back(slot);
        std::vector<QByteArrayList> parts;
        for (const auto& [name, members] : groups) {
            int locks = 0;
            int stale = 0;
            for (const int slot : members) {
                locks += at(slot).isGone() ? 0 : 1;
                stale += !at(slot).isGone() && at(slot).isStale() ? 1 : 0;
            }
            QByteArrayList part{
                u"[%1: %2]"_s.arg(name, LockGroups::countsText(locks, stale)).toUtf8()};
            if (!m_collapsed.contains(name))
                part << namesOf(members);
            parts.push_back(part);
        }
        const std::map<int, Grouping> columns{{LockTable::ResourceName, Grouping::Prefix},
            {LockTable::Holder, Grouping::Holder}, {LockTable::Library, Grouping::Library}};
        const auto column = columns.find(m_proxy.sortColumn());
        if (m_proxy.sortOrder() == Qt::DescendingOrder && column != columns.end()
            && column->second == m_proxy.grouping())
            std::ranges::reverse(parts);
        QByteArrayList names;
        for (const QByteArrayList& part : parts)
            names << part;
        return names;
    }

    void collapse()
    {
        if (m_proxy.rowCount() == 0)
            return;
        const QModelIndex header = m_proxy.headerOf(m_proxy.index(below(m_proxy.rowCount()), 0));
        const bool isCollapsed = below(2) == 0;
        m_proxy.setCollapsed(header, isCollapsed);
        const auto group = header.data(GroupRole).value<GroupHeader>();
        if (header.isValid() && !group.isFixed)
            isCollapsed ? (void)m_collapsed.insert(group.name)
                        : (void)m_collapsed.remove(group.name);
    }

    /// Of three prefixes.
    static std::string nameOf(int lock)
    {
        return (lock % 3 == 0          ? "lock:"
                       : lock % 3 == 1 ? "lock:b:"
                                       : "a:lock:")
            + std::to_string(lock);
    }

    [[nodiscard]] observe::LockEntryPtr entry()
    {
        LockEntryBuilder builder(nameOf(below(m_locks)), m_clock.now());
        const std::string token = "token " + std::to_string(below(3));
        if (below(10) == 0)
            builder.heldOn(0, "one", 9s).heldOn(1, "two", 9s).heldOn(2, "three", 9s);
        else
            builder.held(token, std::chrono::seconds(10 + below(20)));
        if (below(5) == 0)
            builder.stale({.kind = EvidenceKind::HolderProcessGone});
        builder.lock().holder.app = token;
        builder.lock().format = below(2) == 0 ? "redis-py" : "redisson";
        return builder.revision(++m_revision).build();
    }

    void update(int count)
    {
        std::vector<observe::LockEntryPtr> changed;
        std::vector<Resource> gone;
        for (int i = 0; i < count; ++i)
            changed.push_back(entry());
        for (int i = 0; i < count / 3; ++i)
            gone.emplace_back(nameOf(below(m_locks)));
        m_model.apply(updateOf(std::move(changed), std::move(gone)));
    }

    void setText()
    {
        const QStringList texts{
            {}, {}, u"1"_s, u"12"_s, u"TOKEN"_s, u"redisson"_s, u"lock:?1*"_s, u"lock:b:1*"_s};
        m_text = texts[below(static_cast<int>(texts.size()))];
        m_expression = QRegularExpression::fromWildcard(
            m_text.contains(u'*') ? m_text : u"*%1*"_s.arg(m_text), Qt::CaseInsensitive);
        applyFilter();
    }

    void setToggle()
    {
        m_isStaleOnly = below(3) == 0;
        m_isSplitOnly = below(4) == 0;
        applyFilter();
    }

    void applyFilter()
    {
        m_proxy.setFilter((m_isStaleOnly ? u"stale "_s : QString())
            + (m_isSplitOnly ? u"split "_s : QString()) + m_text);
    }

    void watchAnother()
    {
        if (m_watched.size() >= 30 || m_proxy.rowCount() == 0)
            return;
        const QModelIndex index = m_proxy.index(below(m_proxy.rowCount()), 2);
        m_watched.emplace_back(index, nameOf(index));
    }

    [[nodiscard]] bool isAccepted(int slot) const
    {
        const LockRow& lock = at(slot);
        const observe::DecodedLock decoded = lock.entry->unpackLock();
        const QStringList fields{QString::fromStdString(lock.entry->resource.value()),
            QString::fromStdString(*decoded.holder.app), QString::fromStdString(decoded.format)};
        return (!m_isStaleOnly || lock.isStale())
            && (!m_isSplitOnly || lock.judgement.verdict == observe::Verdict::Split)
            && !fields.filter(m_expression).isEmpty();
    }

    [[nodiscard]] bool isLess(int slot, int other) const
    {
        const int column = m_proxy.sortColumn();
        if (column < 0)
            return at(slot).id < at(other).id;
        const LockCells& cells = m_model.cells();
        const QVariant value = cells.cell(at(slot), column, SortRole);
        const QVariant otherValue = cells.cell(at(other), column, SortRole);
        if (value == otherValue || column == LockTable::ResourceName)
            return NaturalLess()(at(slot).entry->resource, at(other).entry->resource);
        return value.typeId() == QMetaType::QString
            ? compareNaturally(value.toString(), otherValue.toString()) < 0
            : QVariant::compare(value, otherValue) == QPartialOrdering::Less;
    }

    std::mt19937 m_random;
    int m_locks;
    ManualClock m_clock;
    LockStore m_model{m_clock, {.sliceSize = 500}};
    LockTable m_proxy{m_model};
    std::vector<std::pair<QPersistentModelIndex, QByteArray>> m_watched;
    std::uint64_t m_revision = 0;
    int m_questions = 0;
    QString m_text;
    QRegularExpression m_expression;
    bool m_isStaleOnly = false;
    bool m_isSplitOnly = false;
    QSet<QString> m_collapsed; ///< no two groupings have a group of the same name
};

} // namespace

class LockTableRandomTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAreAsAPlainSortAndFilterHasThem_data()
    {
        const auto row = tests::columns<int, int, bool>();
        row("few, under Qt's own tester", 40, 2000, true);
        // More than are computed at once. Without the tester, which looks at all rows each time.
        row("many", 3000, 90, false);
    }

    void rowsAreAsAPlainSortAndFilterHasThem()
    {
        const auto [locks, operations, isTested] = fetch<int, int, bool>();
        const unsigned seed = 7;
        RandomTable table(seed, locks);
        std::unique_ptr<QAbstractItemModelTester> tester;
        if (isTested)
            tester = std::make_unique<QAbstractItemModelTester>(
                &table.proxy(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        int comparisons = 0;
        std::size_t watched = 0;
        for (int i = 0; i < operations; ++i) {
            table.doAnything();
            QVERIFY2(table.areWatchedInPlace(), qPrintable(u"operation %1"_s.arg(i)));
            watched += table.watchedCount();
            // Now and then the next operation comes before the result of this one.
            if (i % 3 == 0)
                continue;
            QTRY_VERIFY(table.isSettled());
            QVERIFY2(table.areWatchedInPlace(), qPrintable(u"operation %1"_s.arg(i)));
            if (table.proxy().isOrderHeld())
                continue;
            QCOMPARE(table.shown(), table.expected());
            ++comparisons;
        }
        QVERIFY(comparisons > operations / 5);
        QVERIFY(watched > static_cast<std::size_t>(operations)); // one at a time, or more
    }

    void heldRowsStayInTheirPlaces()
    {
        RandomTable table(11, 60);
        int comparisons = 0;
        for (int i = 0; i < 2000; ++i) {
            const bool wasHeld = table.proxy().isOrderHeld();
            const QByteArrayList before = table.places();
            QSignalSpy layouts(&table.proxy(), &QAbstractItemModel::layoutChanged);
            const int asked = table.questions();
            table.doAnything();
            QTRY_VERIFY(table.isSettled());
            if (!wasHeld || !table.proxy().isOrderHeld() || table.questions() != asked)
                continue;
            QCOMPARE(layouts.count(), 0);
            QCOMPARE(table.places().first(before.size()), before);
            ++comparisons;
        }
        QVERIFY(comparisons > 100);
    }
};

LOCKKEEPER_TEST(LockTableRandomTest)

} // namespace lockkeeper::tests::lock_table_random_test

#include "lock_table_random_test.moc"
