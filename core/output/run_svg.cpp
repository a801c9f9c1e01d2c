// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/run_picture.h"

#include "core/text/display_safe.h"
#include "core/text/hex.h"
#include "core/text/translate.h"
#include "core/words/lab_words.h"

#include <absl/strings/str_replace.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <cstdio>

namespace lockkeeper::output {
namespace {

using absl::Substitute;

std::string colourOf(Ink ink, char who)
{
    return ink == Ink::None ? "none" : "#" + hex(coloursOf(ink, who).light, 6);
}

std::string number(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
}

std::string escaped(const std::string& text)
{
    return absl::StrReplaceAll(
        text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

std::string pointsOf(const Shape& shape)
{
    std::string text;
    for (const Shape::Point& point : shape.points)
        text.append(text.empty() ? "" : " ").append(number(point.x) + "," + number(point.y));
    return text;
}

std::string strokeOf(const Shape& shape)
{
    std::string text = Substitute(R"svg( stroke="$0" stroke-width="$1")svg",
        colourOf(shape.stroke, shape.who), number(shape.width));
    if (shape.pattern == Shape::Stroke::Dashed)
        text += R"svg( stroke-dasharray="5 3")svg";
    else if (shape.pattern == Shape::Stroke::Dotted)
        text += R"svg( stroke-dasharray="2 4")svg";
    return text;
}

std::string polygon(const Shape& shape)
{
    const std::string fill = colourOf(shape.fill, shape.who);
    std::string text;
    if (shape.radius > 0) {
        const Shape::Point from = shape.points[0];
        const Shape::Point to = shape.points[2];
        text = Substitute(
            R"svg(<rect x="$0" y="$1" width="$2" height="$3" rx="$4" fill="$5"$6/>)svg",
            number(from.x), number(from.y), number(std::max(to.x - from.x, 0.0)),
            number(to.y - from.y), number(shape.radius), fill, strokeOf(shape));
    } else {
        text = Substitute(
            R"svg(<polygon points="$0" fill="$1"$2/>)svg", pointsOf(shape), fill, strokeOf(shape));
    }
    if (shape.isHatched)
        text
            += Substitute(R"svg(<polygon points="$0" fill="url(#hatching)"/>)svg", pointsOf(shape));
    return text;
}

std::string textOf(const Shape& shape)
{
    const auto [x, y] = shape.points.front();
    const char* const anchor = shape.align == Shape::Align::Right ? "end"
        : shape.align == Shape::Align::Middle                     ? "middle"
                                                                  : "start";
    const bool hasHalo = shape.fill != Ink::OnColour;
    return Substitute(
        R"svg(<text x="$0" y="$1" text-anchor="$2" font-size="$3"$4 fill="$5"$6>$7</text>)svg",
        number(x), number(y), anchor, number(shape.size),
        shape.isBold ? R"svg( font-weight="bold")svg" : "", colourOf(shape.fill, shape.who),
        hasHalo
            ? R"svg( stroke="#ffffff" stroke-width="4" paint-order="stroke" stroke-linejoin="round")svg"
            : "",
        escaped(shape.text));
}

std::string elementOf(const Shape& shape)
{
    switch (shape.kind) {
    case Shape::Kind::Polygon:
        return polygon(shape);
    case Shape::Kind::Line:
        return Substitute(
            R"svg(<polyline points="$0" fill="none"$1/>)svg", pointsOf(shape), strokeOf(shape));
    case Shape::Kind::Text:
        return textOf(shape);
    }
    return {};
}

std::string darkStyle()
{
    std::string style = "@media (prefers-color-scheme: dark) {";
    const auto add = [&](Ink ink, char who) {
        const InkColours colours = coloursOf(ink, who);
        for (const char* const what : {"fill", "stroke"})
            style += Substitute(R"css( [$0="#$1"] { $0: #$2 })css", what, hex(colours.light, 6),
                hex(colours.dark, 6));
    };
    // Without OnColour: it is the background's colour, which turns dark.
    for (const Ink ink : {Ink::Text, Ink::Muted, Ink::Hair, Ink::Line, Ink::Base, Ink::Wrong,
             Ink::WrongWash, Ink::Notice})
        add(ink, 'A');
    for (const char who : {'A', 'B', 'C', 'D'}) {
        add(Ink::Contender, who);
        add(Ink::ContenderWash, who);
    }
    return style + " }";
}

std::string hatching()
{
    return R"svg(<pattern id="hatching" width="6" height="6" patternUnits="userSpaceOnUse" )svg"
           R"svg(patternTransform="rotate(45)"><rect width="2" height="6" fill="#ffffff" )svg"
           R"svg(fill-opacity="0.45"/></pattern>)svg";
}

} // namespace

std::string svgOf(const RunToDraw& run)
{
    constexpr double kWidth = 960;
    constexpr double kHeading = 72;
    constexpr std::size_t kLongestTitle = 110; // fits
    const Picture picture = drawRun(run, kWidth);
    const std::string title = displaySafe(trData(run.experiment.question), kLongestTitle);
    const std::string verdict = words::rulingText(run.ruling, run.experiment.fault.outcome);
    std::string out = Substitute(
        R"svg(<svg xmlns="http://www.w3.org/2000/svg" width="$0" height="$1" viewBox="0 0 $0 $1" font-family="DejaVu Sans, sans-serif">
<title>$2</title>
<style>$4</style>
<defs>$3</defs>
<rect width="$0" height="$1" fill="#ffffff"/>
)svg",
        number(picture.width), number(picture.height + kHeading), escaped(title + " " + verdict),
        hatching(), darkStyle());
    const auto line = [&](double y, const std::string& text, Ink ink, bool isBold) {
        out += textOf({.kind = Shape::Kind::Text,
                   .points = {{16, y}},
                   .fill = ink,
                   .text = text,
                   .size = isBold ? 15.0 : 12.0,
                   .isBold = isBold})
            + "\n";
    };
    line(24, title, Ink::Text, true);
    line(43, words::variantText(run.variant), Ink::Muted, false);
    line(62, verdict, Ink::Text, false);
    out += Substitute(R"svg(<g transform="translate(0 $0)">)svg", number(kHeading)) + "\n";
    for (const Shape& shape : picture.shapes)
        out += elementOf(shape) + "\n";
    return out + "</g>\n</svg>\n";
}

} // namespace lockkeeper::output
