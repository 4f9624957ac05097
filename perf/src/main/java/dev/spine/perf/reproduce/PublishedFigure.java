package dev.spine.perf.reproduce;

/**
 * A number that was published, or a bound. Any thread.
 *
 * @param id its name on the command line
 * @param title what it is of
 * @param source where it stands
 * @param unit of the number
 * @param relation how a modelled number is held against it
 * @param number the number
 * @param reason why the model does not give it, as far as is known; printed when it does not
 * @param needs what has to be here before an experiment can ask it; empty when there is one
 */
public record PublishedFigure(String id, String title, String source, String unit, Relation relation, double number, String reason,
        String needs) {
    /** How far a modelled number may be from a published one. */
    static final double TOLERANCE = 0.15;

    /** What a modelled number has to be. */
    enum Relation {
        /** As large, within {@link #TOLERANCE}; as small as nothing, where nothing was published. */
        EQUAL,
        /** More. */
        ABOVE,
        /** Less. */
        BELOW
    }

    /** {@return whether a modelled number is as published} */
    boolean agrees(double modelled) {
        return switch (relation) {
            case EQUAL -> number == 0 ? Math.abs(modelled) < 0.005 : Math.abs(modelled / number - 1) <= TOLERANCE;
            case ABOVE -> modelled > number;
            case BELOW -> modelled < number;
        };
    }
}
