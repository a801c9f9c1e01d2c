// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/widgets/notice_stack.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockkeeper::tests::notice_stack_test {

using namespace lockkeeper::ui;

class NoticeStackTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_window = std::make_unique<QWidget>();
        m_stack = new NoticeStack(*m_window);
        auto* layout = new QVBoxLayout(m_window.get());
        layout->addStretch(1);
        layout->addWidget(m_stack);
        m_window->resize(780, 950);
        m_window->show();
        for (const QString& text : {u"first"_s, u"second"_s, u"third"_s, u"fourth"_s})
            m_stack->add({.text = text});
    }

    void theLatestAreShown()
    {
        QCOMPARE(shown(), QStringList({u"fourth"_s, u"third"_s, u"second"_s}));
        QVERIFY(!button(u"fourth"_s, u"othersButton"_s).isVisible());
    }

    void inALowWindowOnlyTheLatestIs()
    {
        m_window->resize(780, 500);
        QCOMPARE(shown(), QStringList({u"fourth"_s}));
        auto& others = button(u"fourth"_s, u"othersButton"_s);
        QCOMPARE(others.text(), u"3 more"_s);
        QTRY_VERIFY(m_stack->height() < 60);
        click(others);
        QCOMPARE(shown().size(), 3);
        click(others);
        QCOMPARE(shown(), QStringList({u"fourth"_s}));
        m_window->resize(780, 950);
        QCOMPARE(shown().size(), 3);
    }

    void aLongNameTakesTwoLinesAtMost()
    {
        const QString name(400, u'x');
        m_stack->add({.text = u"short"_s});
        const int one = m_stack->height();
        const int id = m_stack->add({.text = name + u": its process 812 on web-3 has ended"_s});
        const QString text = shown().front();
        QVERIFY2(text.size() < 150, qPrintable(text));
        QVERIFY(text.startsWith(u"xxx"_s));
        QVERIFY(text.endsWith(u"xxx: its process 812 on web-3 has ended"_s));
        auto* banner = button(text, u"dismissButton"_s).parentWidget();
        QVERIFY(banner->toolTip().remove(QChar(0x200b)).contains(name)); // the whole is there
        QVERIFY(m_stack->texts().front().startsWith(name));
        QVERIFY(one > 0);
        m_stack->change(id, {.text = u"short again"_s});
        QVERIFY(banner->toolTip().isEmpty());
    }

    void aQuestionStaysBeforeLaterLines()
    {
        const int id = m_stack->add({.text = u"question"_s, .isQuestion = true}, u"Do it"_s);
        m_stack->add({.text = u"later"_s});
        QCOMPARE(shown(), QStringList({u"question"_s, u"later"_s, u"fourth"_s}));
        m_window->resize(780, 500);
        QCOMPARE(shown(), QStringList({u"question"_s}));
        m_stack->change(id, {.text = u"answered"_s});
        QCOMPARE(shown(), QStringList({u"later"_s}));
        QCOMPARE(m_stack->texts().mid(0, 2), QStringList({u"later"_s, u"answered"_s}));
    }

    void theMostUrgentStandFirstAsAmongTheProblems()
    {
        m_stack->add({.tone = Tone::Bad, .text = u"bad"_s});
        const int id = m_stack->add({.tone = Tone::Bad, .text = u"worse"_s});
        m_stack->add({.tone = Tone::Good, .text = u"good"_s});
        QCOMPARE(shown(), QStringList({u"worse"_s, u"bad"_s, u"fourth"_s}));
        QCOMPARE(m_stack->texts().back(), u"good"_s);
        const auto& order = child<QLabel>(*m_window, u"noticeOrderLabel"_s);
        QCOMPARE(order.text(), u"Most urgent first, then newest: 1 to 3 of 7"_s);
        m_stack->change(id, {.tone = Tone::Good, .text = u"over"_s});
        QCOMPARE(shown(), QStringList({u"bad"_s, u"fourth"_s, u"third"_s}));
        m_window->resize(780, 500);
        QCOMPARE(shown(), QStringList({u"bad"_s}));
    }

    void everyLineCanBeReached()
    {
        QVERIFY(button(u"fourth"_s, u"dismissButton"_s).isVisible());
        auto& next = child<QPushButton>(*m_window, u"nextNoticesButton"_s);
        click(next);
        QCOMPARE(shown(), QStringList({u"first"_s}));
        click(next);
        QCOMPARE(shown(), QStringList({u"fourth"_s, u"third"_s, u"second"_s}));
        click(next);
        m_stack->add({.tone = Tone::Bad, .text = u"bad"_s});
        QCOMPARE(shown(), QStringList({u"bad"_s, u"fourth"_s, u"third"_s}));
    }

    void allButQuestionsAreDismissedAtOnce()
    {
        auto& all = child<QPushButton>(*m_window, u"dismissAllButton"_s);
        QVERIFY(all.isVisible());
        m_stack->add({.text = u"question"_s, .isQuestion = true}, u"Do it"_s);
        m_window->resize(780, 500);
        QVERIFY(!all.isVisible());
        m_window->resize(1200, 1000);
        click(all);
        QCOMPARE(shown(), QStringList({u"question"_s}));
        QVERIFY(!all.isVisible());
    }

    void dismissingTheLatestShowsTheOneBefore()
    {
        m_window->resize(780, 500);
        click(button(u"fourth"_s, u"dismissButton"_s));
        QCOMPARE(shown(), QStringList({u"third"_s}));
        QCOMPARE(button(u"third"_s, u"othersButton"_s).text(), u"2 more"_s);
    }

private:
    [[nodiscard]] QStringList shown() const
    {
        QStringList texts;
        const QLayout& layout = *m_stack->layout();
        for (int i = 0; i < layout.count(); ++i) {
            const auto* banner = qobject_cast<Banner*>(layout.itemAt(i)->widget());
            if (banner && banner->isVisible())
                texts << banner->text();
        }
        return texts;
    }
    [[nodiscard]] QPushButton& button(const QString& text, const QString& name) const
    {
        for (const auto* banner : m_stack->findChildren<Banner*>()) {
            if (banner->text() == text)
                return child<QPushButton>(*banner, name);
        }
        qFatal("no such line");
    }

    std::unique_ptr<QWidget> m_window;
    NoticeStack* m_stack = nullptr;
};

LOCKKEEPER_TEST(NoticeStackTest)

} // namespace lockkeeper::tests::notice_stack_test

#include "notice_stack_test.moc"
