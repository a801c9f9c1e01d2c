// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/models/master_table_model.h"
#include "ui/pages/masters_page.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

namespace lockkeeper::tests::masters_page_test {

class MastersPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_page.reset();
        m_masters = std::make_unique<ui::MasterTableModel>(m_clock);
        m_page = std::make_unique<ui::MastersPage>(*m_masters, m_clock);
        m_page->show();
    }

    void beforeTheFirstUpdateThereIsNoTable()
    {
        QVERIFY(!m_page->table().isVisible());
        QVERIFY(isSaid(u"Connecting to the masters"_s));
    }

    void eachMasterHasARow()
    {
        update(3);
        QVERIFY(m_page->table().isVisible());
        QCOMPARE(m_page->table().model()->rowCount(), 3);
    }

    void theQuorumIsExplained()
    {
        update(3);
        QVERIFY(isSaid(u"on 2 of 3"_s));
        QVERIFY(!isSaid(u"even number"_s));
    }

    void factsOfTheSelectedMasterAreShownWithTheirCure()
    {
        observe::BoardUpdate next;
        for (const char* policy : {"noeviction", "volatile-lru"}) {
            next.masters.push_back({.id = config::masterIdFor(next.masters.size()), .url = "u"});
            next.masters.back().facts = std::make_shared<observe::ServerFacts>(
                observe::ServerFacts{.evictionPolicy = policy, .memoryLimit = 1000});
        }
        m_masters->apply(next);
        m_page->showUpdate(std::make_shared<const observe::BoardUpdate>(next));
        auto& copy = child<QPushButton>(*m_page, u"copyFactCure2"_s);
        QVERIFY(isSaid(u"Master a: what"_s));
        QVERIFY(isSaid(u"noeviction: no lock is removed"_s));
        QVERIFY(!copy.isVisible());
        m_page->table().selectRow(1);
        QVERIFY(isSaid(u"Master b: what"_s));
        QVERIFY(isSaid(u"held lock may be among them"_s));
        QVERIFY(copy.isVisible());
        click(copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"CONFIG SET maxmemory-policy noeviction"_s);
    }

    void factsOfASilentMasterHaveAnAge()
    {
        observe::BoardUpdate next;
        next.masters.push_back({.id = config::masterIdFor(0),
            .url = "u",
            .link = {.state = redis::LinkState::Silent, .lastReply = m_clock.now()}});
        m_masters->apply(next);
        m_page->showUpdate(std::make_shared<const observe::BoardUpdate>(std::move(next)));
        m_clock.advance(std::chrono::seconds(12));
        m_masters->tick();
        QVERIFY(isSaid(u"what matters for its locks, as of 12 s ago"_s));
        const auto* fact = m_page->findChild<QLabel*>(u"factText0"_s);
        QCOMPARE(fact->foregroundRole(), QPalette::PlaceholderText);
    }

    void anEvenNumberIsCommentedOn()
    {
        update(4);
        QVERIFY(isSaid(u"even number"_s));
    }

    void theRuleOfAReaderIsCopied()
    {
        auto& copy = child<QPushButton>(*m_page, u"copyRuleButton"_s);
        QVERIFY(!copy.isVisible());
        m_page->setReaderRule(std::string("ACL SETUSER ro"));
        QVERIFY(copy.isVisible());
        click(copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"ACL SETUSER ro"_s);
        QVERIFY(isSaid(u"Copied"_s));
    }

    void aRuleThatCantBeMadeSaysWhy()
    {
        m_page->setReaderRule(fail(ErrorClass::InvalidArgument, "the pattern has a <b>blank</b>"));
        auto& copy = child<QPushButton>(*m_page, u"copyRuleButton"_s);
        QVERIFY(!copy.isEnabled());
        QCOMPARE(copy.accessibleDescription(), u"the pattern has a <b>blank</b>"_s);
        QVERIFY(copy.toolTip().contains(u"&lt;b&gt;"_s));
    }

    void theSelectedMasterIsPlotted()
    {
        m_page->resize(1000, 600);
        auto& latency = child<ui::PlotView>(*m_page, u"latencyPlot"_s);
        QVERIFY(!latency.isVisible());
        update(3);
        QVERIFY(latency.isVisible());
        QCOMPARE(latency.accessibleName(), u"Latency of master a"_s); // the first one
        m_page->table().selectRow(1);
        QCOMPARE(latency.accessibleName(), u"Latency of master b"_s);
        QCOMPARE(child<ui::PlotView>(*m_page, u"commandsPlot"_s).accessibleName(),
            u"Commands sent to master b"_s);
        QCOMPARE(latency.accessibleDescription(), u"Nothing is known of it yet."_s);
    }

    void aNarrowPagePlotsTheLatencyOnly()
    {
        update(3);
        const auto& commands = child<ui::PlotView>(*m_page, u"commandsPlot"_s);
        m_page->resize(1000, 600);
        QTRY_VERIFY(commands.isVisible());
        m_page->resize(400, 300);
        QTRY_VERIFY(!commands.isVisible());
        QVERIFY(child<ui::PlotView>(*m_page, u"latencyPlot"_s).isVisible());
    }

private:
    void update(std::size_t masters)
    {
        observe::BoardUpdate next;
        for (std::size_t i = 0; i < masters; ++i)
            next.masters.push_back({.id = config::masterIdFor(i), .url = "redis://one.test:1"});
        next.quorum = masters / 2 + 1;
        m_masters->apply(next);
        m_page->showUpdate(std::make_shared<const observe::BoardUpdate>(std::move(next)));
    }
    [[nodiscard]] bool isSaid(const QString& part) const
    {
        const auto labels = m_page->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
            [&part](const QLabel* label) { return label->text().contains(part); });
    }

    ManualClock m_clock;
    std::unique_ptr<ui::MasterTableModel> m_masters;
    std::unique_ptr<ui::MastersPage> m_page;
};

LOCKKEEPER_TEST(MastersPageTest)

} // namespace lockkeeper::tests::masters_page_test

#include "masters_page_test.moc"
