package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a method takes and returns.
 *
 * @param parameters a letter each, I or J
 * @param result as {@link RoutineFormat#RESULT_AT} says it
 */
record Descriptor(String parameters, int result) {
    private static final Pattern FORM = Pattern.compile("\\(([IJ]{0,16})\\)([IJV])");

    static Descriptor of(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new RoutineBuildException("a method takes up to " + RoutineFormat.MAX_PARAMETERS + " of I and J and returns I, J or V, as"
                + " (IJ)V does, not " + text);
        }
        int result = switch (matcher.group(2)) {
            case "I" -> RoutineFormat.INT;
            case "J" -> RoutineFormat.LONG;
            default -> RoutineFormat.NOTHING;
        };
        return new Descriptor(matcher.group(1), result);
    }

    static boolean isOne(String text) {
        return FORM.matcher(text).matches();
    }

    static Descriptor of(Intrinsic intrinsic) {
        return new Descriptor(intrinsic.parameters(), intrinsic.result());
    }

    boolean isLong(int parameter) {
        return parameters.charAt(parameter) == 'J';
    }

    /** {@return the local in which a parameter is} */
    int slot(int parameter) {
        return slots(parameters.substring(0, parameter));
    }

    int slots() {
        return slots(parameters);
    }

    /** {@return slots of some values, a letter each} */
    static int slots(String values) {
        return values.length() + (int) values.chars().filter(type -> type == 'J').count();
    }

    int longParameters() {
        int bits = 0;
        for (int i = 0; i < parameters.length(); i++) {
            bits |= isLong(i) ? 1 << i : 0;
        }
        return bits;
    }

    @Override
    public String toString() {
        return "(" + parameters + ")" + (result == RoutineFormat.NOTHING ? "V" : result == RoutineFormat.INT ? "I" : "J");
    }
}
