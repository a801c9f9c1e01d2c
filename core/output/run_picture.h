// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/referee.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::output {

/// What a colour means; whoever paints knows the colours of his theme.
enum class Ink {
    None,
    Text,
    Muted,
    Hair, ///< faint lines
    Line,
    Base, ///< the ground
    Wrong, ///< two at once
    WrongWash,
    Accent, ///< now
    Notice, ///< a fault
    OnColour, ///< text on a filled bar
    Contender, ///< Shape::who's
    ContenderWash,
};

/// 0xRRGGBB, on light and on dark ground.
struct InkColours {
    std::uint32_t light = 0;
    std::uint32_t dark = 0;
};
/// The colours of an ink, for a contender's of `who`. Not of None.
[[nodiscard]] InkColours coloursOf(Ink ink, char who) noexcept;

/// One thing to be painted. Points are pixels from the top left.
struct Shape {
    enum class Kind {
        Polygon, ///< closed
        Line, ///< through all points
        Text, ///< at its base line
    };
    struct Point {
        double x = 0;
        double y = 0;
    };
    enum class Align { Left, Middle, Right };
    enum class Stroke { Whole, Dashed, Dotted };

    Kind kind = Kind::Polygon;
    std::vector<Point> points{};
    Ink stroke = Ink::None;
    Ink fill = Ink::None;
    char who = 'A';
    double width = 1; ///< of the stroke
    Stroke pattern = Stroke::Whole;
    bool isHatched = false;
    double radius = 0; ///< (Polygon) of the corners
    std::string text{};
    double size = 12; ///< (Text) of the letters
    bool isBold = false;
    Align align = Align::Left;
};

/// Shapes in the order in which they are painted.
struct Picture {
    double width = 0;
    double height = 0;
    std::vector<Shape> shapes;
};

/// A run to be drawn. Refers to all of it.
struct RunToDraw {
    const lab::Experiment& experiment;
    const lab::Variant& variant;
    const lab::Recording& recording;
    const lab::Ruling& ruling;
    std::chrono::milliseconds ttl;
    bool isGoingOn = false; ///< its end is now
    /// Lanes become lower, down to half their height, so that the picture is no higher than this.
    double room = std::numeric_limits<double>::infinity();
    SteadyTime::duration length{}; ///< at least: that of the other run, so that one axis fits both
    /// Zero of the axis, if the recording begins later: what was before its start is not drawn.
    std::optional<SteadyTime> origin{};
};

/// Draws a run: a lane for each contender with what it believes above what is stored of it, the
/// masters with what they store and how its TTL runs down, commands as arrows, faults as flags,
/// the till, and the time at which two held the lock at once. Words are in the chosen language.
/// Pure.
[[nodiscard]] Picture drawRun(const RunToDraw& run, double width);

/// A contender's letter in its form, as in the picture. Pure.
[[nodiscard]] Picture drawSign(char who, double size);

/// The same in words, a line for each contender: for those who can't see the picture.
[[nodiscard]] std::vector<std::string> describeRun(const RunToDraw& run);

/// The run as a file of SVG, with its question, way to lock and ruling above, in light colours, and
/// for readers with a dark scheme in dark ones.
[[nodiscard]] std::string svgOf(const RunToDraw& run);

} // namespace lockkeeper::output
