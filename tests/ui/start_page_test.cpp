// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/pages/start_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/table_view.h"

#include <QLabel>
#include <QPushButton>

namespace lockkeeper::tests::start_page_test {

using ui::StartPage;

class StartPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_deployments = std::make_unique<ui::DeploymentListModel>();
        m_page = std::make_unique<StartPage>(*m_deployments);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    }
    void cleanup()
    {
        m_page.reset();
        m_deployments.reset();
    }

    void theButtonsSayWhatTheyDo()
    {
        QSignalSpy sandbox(m_page.get(), &StartPage::sandboxRequested);
        QSignalSpy connecting(m_page.get(), &StartPage::connectRequested);
        QTest::keyClick(m_page.get(), Qt::Key_T, Qt::AltModifier);
        QTest::keyClick(m_page.get(), Qt::Key_C, Qt::AltModifier);
        QTRY_COMPARE(sandbox.size(), 1);
        QTRY_COMPARE(connecting.size(), 1);
        m_page->setSandboxStarting(true);
        QVERIFY(!child<QPushButton>(*m_page, u"sandboxButton"_s).isEnabled());
    }

    void enterOpensASavedDeployment()
    {
        auto& table = child<ui::TableView>(*m_page, u"deploymentsTable"_s);
        QVERIFY(!table.isVisible());
        QCOMPARE(QApplication::focusWidget()->objectName(), u"connectButton"_s);
        m_deployments->setRows({{.name = "billing"}, {.name = "orders"}});
        QVERIFY(table.isVisible());
        std::vector<std::string> chosen;
        connect(m_page.get(), &StartPage::deploymentChosen, this,
            [&](const std::string& name) { chosen.push_back(name); });
        QCOMPARE(QApplication::focusWidget(), &table);
        QTest::keyClick(&table, Qt::Key_Down);
        QTest::keyClick(&table, Qt::Key_Return);
        QCOMPARE(chosen, std::vector<std::string>{"orders"});
        const QPoint first = table.visualRect(m_deployments->index(0, 0)).center();
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, first);
        QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, first);
        QCOMPARE(chosen.back(), std::string("billing"));
    }

    void mistakesInTheFileAreShownWhole()
    {
        auto& problems = child<ui::Banner>(*m_page, u"problemsBanner"_s);
        const QString line
            = u"/etc/deployments.toml:4: "_s + QString(600, u'x') + u" <b>; mend it"_s;
        m_page->showProblems({line});
        QVERIFY(problems.isVisible());
        QVERIFY(problems.text().contains(line));
        QCOMPARE(problems.findChildren<QLabel*>().last()->textFormat(), Qt::PlainText);
        m_page->showProblems({});
        QVERIFY(!problems.isVisible());
    }

private:
    std::unique_ptr<ui::DeploymentListModel> m_deployments;
    std::unique_ptr<StartPage> m_page;
};

LOCKKEEPER_TEST(StartPageTest)

} // namespace lockkeeper::tests::start_page_test

#include "start_page_test.moc"
