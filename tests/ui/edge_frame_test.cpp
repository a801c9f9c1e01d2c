// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/contrast.h"
#include "tests/ui/widget_finders.h"
#include "ui/look/theme.h"
#include "ui/widgets/edge_frame.h"

#include <QLabel>
#include <QVBoxLayout>

namespace lockkeeper::tests::edge_frame_test {

using ui::EdgeFrame;

class EdgeFrameTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRedStandsOut_data()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("light") << ui::lightPalette();
        QTest::newRow("dark") << ui::darkPalette();
    }
    void theRedStandsOut()
    {
        QFETCH(QPalette, palette);
        const QColor red = ui::edgeColour(palette);
        QVERIFY(contrast(red, palette.color(QPalette::Window)) >= 3);
        QVERIFY(contrast(red, palette.color(QPalette::Base)) >= 3);
        QWidget window;
        window.setPalette(palette);
        const EdgeFrame frame(window, u"PRODUCTION"_s);
        const QColor text
            = child<QLabel>(frame, u"edgeCaptionLabel"_s).palette().color(QPalette::WindowText);
        QVERIFY(contrast(red, text) >= 4.5);
    }

    void itIsAroundTheContentAndCoversNothing()
    {
        QWidget window;
        auto* content = new QWidget(&window);
        auto* layout = new QVBoxLayout(&window);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(content);
        new EdgeFrame(window, {});
        window.resize(300, 200);
        window.show();
        const int edge = EdgeFrame::kWidth;
        QCOMPARE(content->geometry(), window.rect().adjusted(edge, edge, -edge, -edge));
        const QImage image = window.grab().toImage();
        const QColor red = ui::edgeColour(window.palette());
        for (const QPoint point : {QPoint(1, 1), QPoint(298, 1), QPoint(1, 198), QPoint(298, 198),
                 QPoint(150, 1), QPoint(150, 198), QPoint(1, 100), QPoint(298, 100)})
            QCOMPARE(image.pixelColor(point * image.devicePixelRatio()), red);
        QVERIFY(image.pixelColor(150, 100) != red);
    }

    void theCaptionIsABarOnTop()
    {
        QWidget window;
        EdgeFrame frame(window, u"PRODUCTION"_s);
        window.resize(300, 200);
        window.show();
        auto& caption = child<QLabel>(frame, u"edgeCaptionLabel"_s);
        QVERIFY(caption.isVisible());
        QCOMPARE(caption.text(), u"PRODUCTION"_s);
        QVERIFY(window.contentsMargins().top() >= caption.fontMetrics().height());
        QCOMPARE(caption.width(), 300);
    }
};

LOCKKEEPER_TEST(EdgeFrameTest)

} // namespace lockkeeper::tests::edge_frame_test

#include "edge_frame_test.moc"
