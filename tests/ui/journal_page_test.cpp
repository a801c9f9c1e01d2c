// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/bridge/journal_reader.h"
#include "ui/models/journal_model.h"
#include "ui/pages/journal_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"

#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QToolButton>

namespace lockkeeper::tests::journal_page_test {

class JournalPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_page.reset();
        m_journal = std::make_unique<ui::JournalModel>();
        m_reader = std::make_unique<ui::JournalReader>("/nonexistent/journal.jsonl");
        connect(m_reader.get(), &ui::JournalReader::loaded, m_journal.get(),
            &ui::JournalModel::setEntries);
        m_page = std::make_unique<ui::JournalPage>(*m_journal, *m_reader);
        m_page->show();
    }

    void anEmptyJournalSaysWhatWillBeInIt()
    {
        QVERIFY(!m_page->table().isVisible());
        QCOMPARE(m_page->emptyState().title(), u"No releases yet"_s);
    }

    void theFileIsNamed() { QVERIFY(isSaid(u"/nonexistent/journal.jsonl"_s)); }

    void linesThatCanNotBeReadAreCounted()
    {
        Q_EMIT m_reader->loaded({.entries = {}, .unreadable = 2});
        QVERIFY(isSaid(u"2 lines can't be read"_s));
        Q_EMIT m_reader->loaded({.entries = {}, .unreadable = 1});
        QVERIFY(isSaid(u"1 line can't be read"_s));
    }

    void aBrokenChainIsTold()
    {
        const auto& banner = child<ui::Banner>(*m_page, u"chainBanner"_s);
        QVERIFY(!banner.isVisible());
        Q_EMIT m_reader->loaded({.entries = {}, .chainBreak = "line 2: it was changed"});
        QVERIFY(banner.isVisible());
        QVERIFY2(banner.text().contains(u"not whole: line 2: it was changed. "_s),
            qPrintable(banner.text()));
        Q_EMIT m_reader->loaded({});
        QVERIFY(!banner.isVisible());
    }

    void aFailureIsToldWithItsReason()
    {
        Q_EMIT m_reader->failed(Error{ErrorClass::System, "permission denied"});
        QCOMPARE(m_page->emptyState().title(), u"The journal can't be read"_s);
        QVERIFY(isSaid(u"permission denied"_s));
    }

    void theFilterLooksIntoAllColumns()
    {
        showTwo();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get())); // for its shortcut
        m_page->focusFilter();
        auto& filter = child<QLineEdit>(*m_page, u"journalFilterLineEdit"_s);
        type(filter, u"BOB"_s);
        QCOMPARE(m_page->table().model()->rowCount(), 1);
        QCOMPARE(cell(0, ui::JournalModel::ResourceName), u"orders:42"_s);
        type(filter, u"inc-7"_s);
        QCOMPARE(cell(0, ui::JournalModel::ResourceName), u"cron:bill"_s);
        QTest::keyClick(&filter, Qt::Key_Escape);
        QCOMPARE(m_page->table().model()->rowCount(), 2);
    }

    void aFilterThatNothingMatchesSaysSo()
    {
        showTwo();
        type(child<QLineEdit>(*m_page, u"journalFilterLineEdit"_s), u"nobody"_s);
        QCOMPARE(m_page->emptyState().title(), u"No action matches the filter"_s);
        QVERIFY(m_page->emptyState().isVisible());
    }

    void theSelectedActionIsShownWhole()
    {
        showTwo();
        auto& detail = child<QScrollArea>(*m_page, u"journalDetail"_s);
        QVERIFY(!detail.isVisible());
        m_page->table().selectRow(1);
        QVERIFY(detail.isVisible());
        for (const auto& [caption, value] :
            std::initializer_list<std::pair<QString, QString>>{{u"Resource"_s, u"cron:bill"_s},
                {u"Reason"_s, u"INC-7"_s}, {u"Who"_s, u"ada@, process 0"_s},
                {u"Result"_s, u"freed: 1 released\na: released"_s},
                {u"Next"_s, u"web-4, token 77aa01cd"_s}, {u"Sent"_s, u"EVAL x"_s}}) {
            const QLabel* const label = valueOf(caption);
            QVERIFY2(label, qPrintable(caption));
            QCOMPARE(label->text(), value);
            QVERIFY(label->isVisible());
            QCOMPARE(label->textFormat(), Qt::PlainText);
            QVERIFY(label->textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
        }
        QVERIFY(!valueOf(u"Evidence"_s)); // there is none
        m_page->table().selectRow(0);
        QCOMPARE(valueOf(u"Resource"_s)->text(), u"orders:42"_s);
        m_page->table().setCurrentIndex({});
        QVERIFY(!detail.isVisible());
    }

    void aReloadLeavesWhatIsMarkedInTheDetail()
    {
        showTwo();
        m_page->table().selectRow(1);
        auto* const resource = const_cast<QLabel*>(valueOf(u"Resource"_s));
        resource->setSelection(0, 4);
        showTwo();
        QCOMPARE(resource->selectedText(), u"cron"_s);
    }

    void aLongCommandIsFolded()
    {
        m_journal->setEntries({{release::JournalIntent{.id = "1", .command = std::string(300, 'x')},
                                   release::JournalIntent{.id = "2", .command = "EVAL x"}},
            0});
        const auto& sent = child<QLabel>(*m_page, u"sentLabel"_s);
        m_page->table().selectRow(0);
        QVERIFY(sent.isVisible());
        QCOMPARE(sent.font(), ui::monospaceFont(sent.font()));
        m_page->table().selectRow(1);
        QVERIFY(!sent.isVisible());
        click(child<QToolButton>(*m_page, u"foldButton"_s));
        QVERIFY(sent.isVisible());
        QCOMPARE(sent.text().size(), 300);
    }

    void theNewestIsFirstUntilItIsSortedOtherwise()
    {
        showTwo();
        QCOMPARE(cell(0, ui::JournalModel::Who), u"bob@"_s);
        m_page->table().sortByColumn(ui::JournalModel::Who, Qt::AscendingOrder);
        QCOMPARE(cell(0, ui::JournalModel::Who), u"ada@"_s);
    }

private:
    /// Two actions, the second a day later.
    void showTwo()
    {
        release::JournalIntent first{.id = "1",
            .time = WallTime(std::chrono::hours(24)),
            .action = "release",
            .osUser = "ada",
            .resource = "cron:bill",
            .command = "EVAL x",
            .reason = "INC-7"};
        release::JournalIntent second = first;
        second.id = "2";
        second.time = WallTime(std::chrono::hours(48));
        second.osUser = "bob";
        second.resource = "orders:42";
        second.reason = "INC-8";
        m_journal->setEntries(
            {{first,
                 release::JournalResult{.id = "1",
                     .outcomes = {{"a", "released", std::nullopt}},
                     .isQuorumFreed = true},
                 release::JournalNext{.id = "1", .tokenSha1 = "77aa01cd", .holder = "web-4"},
                 second},
                0});
    }
    [[nodiscard]] QString cell(int row, int column) const
    {
        return m_page->table().model()->index(row, column).data().toString();
    }
    /// The value that is spoken with this caption; null: none is shown.
    [[nodiscard]] const QLabel* valueOf(const QString& caption) const
    {
        for (const QLabel* const label : m_page->findChildren<QLabel*>()) {
            QAccessibleInterface* const spoken
                = QAccessible::queryAccessibleInterface(const_cast<QLabel*>(label));
            if (label->isVisible()
                && spoken->text(QAccessible::Name) == u"%1: %2"_s.arg(caption, label->text()))
                return label;
        }
        return nullptr;
    }
    [[nodiscard]] bool isSaid(const QString& part) const
    {
        const auto labels = m_page->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
            [&part](const QLabel* label) { return label->text().contains(part); });
    }

    std::unique_ptr<ui::JournalModel> m_journal;
    std::unique_ptr<ui::JournalReader> m_reader;
    std::unique_ptr<ui::JournalPage> m_page;
};

LOCKKEEPER_TEST(JournalPageTest)

} // namespace lockkeeper::tests::journal_page_test

#include "journal_page_test.moc"
