// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/contrast.h"
#include "ui/delegates/cell_delegates.h"
#include "ui/look/shapes.h"
#include "ui/look/theme.h"
#include "ui/models/table/table_model.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QStandardItemModel>
#include <set>

namespace lockkeeper::tests::delegates_test {

using namespace lockkeeper::ui;

namespace {

constexpr QRect kCell{0, 0, 200, 24};
const std::array kTones{Tone::Good, Tone::Notice, Tone::Bad, Tone::Unknown, Tone::Muted};

QPalette paletteOf(bool isDark)
{
    QPalette palette;
    palette.setColor(QPalette::Base, isDark ? QColor(0x1e, 0x1e, 0x1e) : Qt::white);
    palette.setColor(QPalette::Text, isDark ? Qt::white : Qt::black);
    palette.setColor(QPalette::Highlight, QColor(0x00, 0x4a, 0x99));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    return palette;
}

/// One item with what the delegates ask for.
struct Item {
    QStandardItemModel model{1, 1};
    QStyleOptionViewItem option;

    explicit Item(bool isDark = false)
    {
        option.palette = paletteOf(isDark);
        option.rect = kCell;
        option.state = QStyle::State_Enabled | QStyle::State_Active;
        option.showDecorationSelected = true;
    }
    Item& set(const QVariant& value, int role = Qt::DisplayRole)
    {
        model.setData(model.index(0, 0), value, role);
        return *this;
    }
    [[nodiscard]] QModelIndex index() const { return model.index(0, 0); }
    [[nodiscard]] QImage paint(const QStyledItemDelegate& delegate) const
    {
        QImage image(kCell.size(), QImage::Format_RGB32);
        image.fill(option.palette.color(QPalette::Base));
        QPainter painter(&image);
        delegate.paint(&painter, option, index());
        return image;
    }
};

QImage shapeImage(const std::function<void(QPainter&, const QRectF&)>& draw)
{
    QImage image(32, 32, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    draw(painter, QRectF(4, 4, 24, 24));
    return image;
}

int inkOf(const QImage& image, const QRect& part = kCell)
{
    const QRgb background = image.pixel(image.width() - 1, 0);
    int ink = 0;
    for (int y = part.top(); y <= part.bottom(); ++y) {
        for (int x = part.left(); x <= part.right(); ++x)
            ink += image.pixel(x, y) == background ? 0 : 1;
    }
    return ink;
}

int pixelsOf(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == colour ? 1 : 0;
    }
    return count;
}

double bestContrast(const QImage& image, const QColor& background)
{
    double best = 1;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            best = std::max(best, contrast(image.pixelColor(x, y), background));
    }
    return best;
}

} // namespace

class DelegatesTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tonesAreReadableOnLightAndDark()
    {
        for (const bool isDark : {false, true}) {
            const QPalette palette = paletteOf(isDark);
            for (const Tone tone : kTones) {
                const double ratio
                    = contrast(toneColour(tone, palette), palette.color(QPalette::Base));
                QVERIFY2(ratio >= 4.5,
                    qPrintable(u"tone %1, dark %2: %3"_s.arg(int(tone)).arg(isDark).arg(ratio)));
            }
        }
    }

    void marksDifferWithoutColour()
    {
        std::vector<QImage> images;
        for (const VoteMark mark : enumValues<VoteMark>()) {
            images.push_back(shapeImage([mark](QPainter& painter, const QRectF& square) {
                drawMark(painter, square, mark, Qt::black);
            }));
            QVERIFY(inkOf(images.back(), images.back().rect()) > 20);
            for (std::size_t other = 0; other + 1 < images.size(); ++other)
                QVERIFY(images[other] != images.back());
        }
    }

    void lockShapesDifferWithoutColour()
    {
        std::vector<QImage> images;
        for (const LockShape shape : enumValues<LockShape>()) {
            images.push_back(shapeImage([shape](QPainter& painter, const QRectF& square) {
                drawShape(painter, square, shape, Qt::black);
            }));
            QVERIFY(inkOf(images.back(), images.back().rect()) > 20);
            for (std::size_t other = 0; other + 1 < images.size(); ++other)
                QVERIFY(images[other] != images.back());
        }
    }

    void oneMarkIsDrawnForEachMaster()
    {
        const VotesDelegate delegate;
        Item item;
        item.set(QVariant::fromValue(VoteMarks(1, VoteMark::Held)), VotesRole);
        const int one = inkOf(item.paint(delegate));
        QVERIFY(one > 0);
        item.set(QVariant::fromValue(VoteMarks(5, VoteMark::Held)), VotesRole);
        QCOMPARE(inkOf(item.paint(delegate)), 5 * one);
    }

    void marksBeginAtTheLeadingEdge()
    {
        const VotesDelegate delegate;
        Item item;
        item.set(QVariant::fromValue(VoteMarks(1, VoteMark::Held)), VotesRole);
        const QRect left = kCell.adjusted(0, 0, -kCell.width() / 2, 0);
        const QImage image = item.paint(delegate);
        QCOMPARE(inkOf(image, left), inkOf(image));
        item.option.direction = Qt::RightToLeft;
        QCOMPARE(inkOf(item.paint(delegate), left), 0);
    }

    void barIsAsLongAsItsFraction()
    {
        const RemainingDelegate delegate;
        Item item;
        item.set(qint64(1000), RemainingRole);
        const QColor colour = toneColour(Tone::Good, item.option.palette);
        const auto filled = [&](double fraction) {
            item.set(fraction, RemainingFractionRole);
            return pixelsOf(item.paint(delegate), colour);
        };
        const int frame = filled(0.0);
        const int quarter = filled(0.25) - frame;
        const int whole = filled(1.0) - frame;
        QVERIFY(quarter > 0);
        QVERIFY(whole > 3 * quarter);
        QCOMPARE(filled(7.0) - frame, whole);
    }

    void noBarIsDrawnForAnUnknownTime()
    {
        const RemainingDelegate delegate;
        Item item;
        item.set(kRemainingUnknown, RemainingRole).set(1.0, RemainingFractionRole);
        QCOMPARE(inkOf(item.paint(delegate)), 0);
    }

    void barOfAnEndlessLockIsHatched()
    {
        const RemainingDelegate delegate;
        Item item;
        item.set(qint64(1000), RemainingRole).set(1.0, RemainingFractionRole);
        const int full = inkOf(item.paint(delegate));
        item.set(kNeverExpires, RemainingRole);
        const int hatched = inkOf(item.paint(delegate));
        QVERIFY(hatched > 0);
        QVERIFY(hatched < full);
    }

    void barLeavesWhereABiggerFontNeedsTheRoom()
    {
        const RemainingDelegate delegate;
        Item item;
        item.set(qint64(1000), RemainingRole).set(1.0, RemainingFractionRole);
        const QFont usual = item.option.font;
        const auto bar = [&](const QFont& font) {
            item.option.font = font;
            item.option.fontMetrics = QFontMetrics(font);
            return pixelsOf(item.paint(delegate), toneColour(Tone::Good, item.option.palette));
        };
        QFont big = usual;
        big.setPixelSize(60);
        QVERIFY(bar(usual) > 0);
        QCOMPARE(bar(big), 0);
        QVERIFY(bar(usual) > 0);
    }

    void oldRowsAreMuted()
    {
        const VotesDelegate delegate;
        Item item;
        item.set(QVariant::fromValue(VoteMarks(1, VoteMark::Held)), VotesRole).set(true, IsOldRole);
        const QImage image = item.paint(delegate);
        QCOMPARE(pixelsOf(image, toneColour(Tone::Good, item.option.palette)), 0);
        QVERIFY(pixelsOf(image, toneColour(Tone::Muted, item.option.palette)) > 0);
    }

    void shapesCanBeSeenOnASelectedRow_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void shapesCanBeSeenOnASelectedRow()
    {
        QFETCH(bool, isDark);
        const VotesDelegate delegate;
        Item item(isDark);
        item.option.palette = isDark ? darkPalette() : lightPalette();
        item.set(QVariant::fromValue(VoteMarks(1, VoteMark::Error)), VotesRole);
        item.option.state |= QStyle::State_Selected;
        QVERIFY(
            bestContrast(item.paint(delegate), item.option.palette.color(QPalette::Highlight)) > 3);
    }

    void aStateIsDrawnInItsColour()
    {
        const EvidenceDelegate delegate;
        Item item;
        item.set(QVariant::fromValue(observe::Verdict::Held), VerdictRole).set(u"mmmm: no TTL"_s);
        item.set(words::kDeadlock, UrgencyRole).set(4, StateLengthRole);
        const QColor bad = toneColour(Tone::Bad, item.option.palette);
        QVERIFY(pixelsOf(item.paint(delegate), bad) > 0);
        item.set(0, StateLengthRole);
        QCOMPARE(pixelsOf(item.paint(delegate), bad), 0);
    }

    void aLongReasonTakesTwoLinesAtMost()
    {
        const EvidenceDelegate delegate;
        Item item;
        const auto heightOf = [&](int words) {
            item.set(QString(u"word "_s).repeated(words));
            return delegate.sizeHint(item.option, item.index()).height();
        };
        const int one = heightOf(1);
        QVERIFY(heightOf(10) > one);
        QCOMPARE(heightOf(100), heightOf(10));
    }

    void textIsPaintedAsItIs()
    {
        const NameDelegate delegate;
        Item item;
        item.set(QVariant::fromValue(observe::Verdict::Held), VerdictRole);
        const int plain = inkOf(item.set(u"x"_s).paint(delegate));
        const int markup = inkOf(item.set(u"<b>x</b>"_s).paint(delegate));
        QVERIFY(markup > 2 * plain - inkOf(item.set(QString()).paint(delegate)));
    }

    void textHasOneSizeBesideEveryShape()
    {
        const NameDelegate delegate;
        Item item;
        item.set(u"word"_s);
        const QRect textPart = kCell.adjusted(30, 0, 0, 0);
        const auto textImage = [&](observe::Verdict verdict) {
            item.set(QVariant::fromValue(verdict), VerdictRole);
            return item.paint(delegate).copy(textPart);
        };
        const QImage expected = textImage(observe::Verdict::Held);
        QCOMPARE(textImage(observe::Verdict::Unknown), expected);
        QCOMPARE(textImage(observe::Verdict::Split), expected);
    }

    void painterIsLeftAsItWas()
    {
        const NameDelegate delegate;
        Item item;
        item.set(u"held"_s);
        QImage image(kCell.size(), QImage::Format_RGB32);
        QPainter painter(&image);
        const QPen pen = painter.pen();
        delegate.paint(&painter, item.option, item.index());
        QCOMPARE(painter.pen(), pen);
        QVERIFY(!painter.hasClipping());
        QVERIFY(!painter.testRenderHint(QPainter::Antialiasing));
    }

    void cellsAreWideEnough()
    {
        Item item;
        item.set(u"24 s"_s).set(QVariant::fromValue(VoteMarks(9, VoteMark::Held)), VotesRole);
        const int text = QStyledItemDelegate().sizeHint(item.option, item.index()).width();
        const auto widthOf = [&item](const QStyledItemDelegate& delegate) {
            return delegate.sizeHint(item.option, item.index()).width();
        };
        QVERIFY(widthOf(RemainingDelegate()) > text);
        const int nine = widthOf(VotesDelegate());
        item.set(QVariant::fromValue(VoteMarks(18, VoteMark::Held)), VotesRole);
        QVERIFY(widthOf(VotesDelegate()) > nine);
    }

    void oldTextCanBeRead()
    {
        const QPalette before = QApplication::palette();
        for (const QPalette& palette : {lightPalette(), darkPalette()}) {
            QApplication::setPalette(palette);
            const QColor old = TableModel::oldTextBrush().value<QBrush>().color();
            for (const auto ground : {QPalette::Base, QPalette::AlternateBase, QPalette::Window})
                QVERIFY(contrast(old, palette.color(ground)) >= 4.5);
        }
        QApplication::setPalette(before);
    }

    void aSharedPrefixEndsAtASeparator_data()
    {
        columns<QString, QString, QString>();
        QTest::newRow("first row") << u"orders:1"_s << u""_s << u""_s;
        QTest::newRow("nothing shared") << u"orders:1"_s << u"cron:1"_s << u""_s;
        QTest::newRow("to the separator") << u"orders:12"_s << u"orders:11"_s << u"orders:"_s;
        QTest::newRow("part of a word") << u"orders"_s << u"order"_s << u""_s;
        QTest::newRow("longer than above") << u"a:b:c"_s << u"a:b"_s << u"a:"_s;
        QTest::newRow("beginning of above") << u"a:b"_s << u"a:b:c"_s << u"a:"_s;
        QTest::newRow("ends in a separator") << u"a:b:"_s << u"a:b:"_s << u"a:"_s;
        QTest::newRow("empty") << u""_s << u"a:"_s << u""_s;
    }

    void aSharedPrefixEndsAtASeparator()
    {
        const auto [name, above, shared] = fetch<QString, QString, QString>();
        QCOMPARE(name.left(NameDelegate::sharedPrefix(name, above)), shared);
    }

    void whatANameSharesWithTheOneAboveIsMuted()
    {
        const NameDelegate delegate;
        Item item;
        item.model.setRowCount(2);
        item.model.setData(item.model.index(1, 0), u"IIIIII:IIIIII"_s);
        item.option.font.setStyleStrategy(QFont::NoAntialias);
        const auto painted = [&](const QString& above) {
            item.set(above);
            QImage image(kCell.size(), QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            delegate.paint(&painter, item.option, item.model.index(1, 0));
            return image;
        };
        const QColor muted = toneColour(Tone::Muted, item.option.palette);
        QCOMPARE(pixelsOf(painted(u"cron:x"_s), muted), 0);
        const QImage shared = painted(u"IIIIII:x"_s);
        QVERIFY(pixelsOf(shared, muted) > 0);
        QVERIFY(pixelsOf(shared, Qt::black) > 0);
        // Nothing has moved.
        QCOMPARE(inkOf(shared), inkOf(painted(u"cron:x"_s)));
    }
};

LOCKKEEPER_TEST(DelegatesTest)

} // namespace lockkeeper::tests::delegates_test

#include "delegates_test.moc"
