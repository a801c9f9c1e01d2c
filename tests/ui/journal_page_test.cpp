// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/bridge/journal_reader.h"
#include "ui/models/journal_model.h"
#include "ui/pages/journal_page.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/table_view.h"

#include <QLabel>
#include <QTest>

using namespace lockkeeper;
using namespace Qt::StringLiterals;

class JournalPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void anEmptyJournalSaysWhatWillBeInIt();
    void theFileIsNamed();
    void linesThatCanNotBeReadAreCounted();
    void aFailureIsToldWithItsReason();

private:
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

void JournalPageTest::init()
{
    m_page.reset();
    m_journal = std::make_unique<ui::JournalModel>();
    m_reader = std::make_unique<ui::JournalReader>("/nonexistent/journal.jsonl");
    connect(
        m_reader.get(), &ui::JournalReader::loaded, m_journal.get(), &ui::JournalModel::setEntries);
    m_page = std::make_unique<ui::JournalPage>(*m_journal, *m_reader);
    m_page->show();
}

void JournalPageTest::anEmptyJournalSaysWhatWillBeInIt()
{
    QVERIFY(!m_page->table().isVisible());
    QCOMPARE(m_page->emptyState().title(), u"No releases yet"_s);
}

void JournalPageTest::theFileIsNamed()
{
    QVERIFY(isSaid(u"/nonexistent/journal.jsonl"_s));
}

void JournalPageTest::linesThatCanNotBeReadAreCounted()
{
    Q_EMIT m_reader->loaded({.entries = {}, .unreadable = 2});
    QVERIFY(isSaid(u"2 lines can't be read"_s));
}

void JournalPageTest::aFailureIsToldWithItsReason()
{
    Q_EMIT m_reader->failed(Error{ErrorClass::System, "permission denied"});
    QCOMPARE(m_page->emptyState().title(), u"The journal can't be read"_s);
    QVERIFY(isSaid(u"permission denied"_s));
}

LOCKKEEPER_TEST(JournalPageTest)
#include "journal_page_test.moc"
