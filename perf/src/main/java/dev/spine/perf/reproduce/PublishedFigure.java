package dev.spine.perf.reproduce;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A number that was published, or a bound. Any thread.
 *
 * @param id its name on the command line
 * @param title what it is of
 * @param source where it stands
 * @param unit of the number
 * @param relation how a modelled number is held against it
 * @param number the number
 * @param kind what an agreement is worth; a miss does not change it
 * @param ownTolerance how far a modelled number may be from it, in its unit; empty for {@link #TOLERANCE} of the number
 * @param note what to know about it, printed always; may be empty
 * @param reason why the model does not give it, as far as is known; printed when it does not
 * @param needs what has to be here before an experiment can ask it; empty when there is one
 */
public record PublishedFigure(String id, String title, String source, String unit, Relation relation, double number, Kind kind,
        OptionalDouble ownTolerance, String note, String reason, String needs) {
    /** How far a modelled number may be from a published one that says nothing else, as a part of it. */
    private static final double TOLERANCE = 0.15;
    /** How far it may be from nothing. */
    private static final double NOTHING = 0.005;
    private static final double PERCENT = 100;

    /** What a modelled number has to be. */
    enum Relation {
        /** As large, within the tolerance. */
        EQUAL,
        /** More. */
        ABOVE,
        /** Less. */
        BELOW
    }

    /** Where a modelled number comes from, and so what it is worth that it agrees. */
    public enum Kind {
        /** The model was made to give it. */
        FITTED("fitted"),
        /** Nothing of the model was made from it: it could have failed. */
        INDEPENDENT("independent"),
        /** The same, of a published bound. */
        BOUND("bound"),
        /** It follows from how the system or the experiment is built, and cannot fail unless something is broken. */
        CONSTRUCTION("by construction"),
        /** No experiment asks it yet; the figure says what it needs. */
        NOT_ASKED("not asked"),
        /** It is of another machine than the published one, and says nothing about the model. */
        WHAT_IF("what-if");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** {@return what people read} */
        public String words() {
            return words;
        }

        /** {@return the word in records} */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** {@return how far a modelled number may be from this one, in its unit; empty for a bound} */
    OptionalDouble tolerance() {
        if (relation != Relation.EQUAL) {
            return OptionalDouble.empty();
        }
        return ownTolerance.isPresent() ? ownTolerance : OptionalDouble.of(number == 0 ? NOTHING : TOLERANCE * number);
    }

    /** {@return the tolerance for people; empty for a bound} */
    String toleranceText() {
        if (relation != Relation.EQUAL) {
            return "";
        }
        if (ownTolerance.isPresent()) {
            return "± " + digits(ownTolerance.getAsDouble()) + ' ' + (unit.equals("%") ? "points" : unit);
        }
        return number == 0 ? "± 0" : String.format(Locale.ROOT, "± %.0f %%", PERCENT * TOLERANCE);
    }

    private static String digits(double own) {
        return own == Math.rint(own) ? String.format(Locale.ROOT, "%.0f", own) : Double.toString(own);
    }

    /** {@return whether a modelled number is as published} */
    boolean agrees(double modelled) {
        return switch (relation) {
            case EQUAL -> Math.abs(modelled - number) <= tolerance().orElseThrow();
            case ABOVE -> modelled > number;
            case BELOW -> modelled < number;
        };
    }

    /** {@return the number for people, with a sign before a bound} */
    public String numberText() {
        return switch (relation) {
            case EQUAL -> "";
            case ABOVE -> "> ";
            case BELOW -> "< ";
        } + FigureTable.number(number);
    }
}
