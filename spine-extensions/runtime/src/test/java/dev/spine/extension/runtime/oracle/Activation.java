package dev.spine.extension.runtime.oracle;

/**
 * What one activation took.
 *
 * @param name the program
 * @param space the number of its namespace; -1 for the one in which its rounds were found
 * @param number of the activation in its namespace, from 0; the first two are cold
 * @param rounds how often the program's body ran
 * @param fuel units charged
 * @param heap bytes charged
 * @param ns processor time of the thread
 * @param bytes that the thread has allocated
 * @param end {@code -}, or what ended it, without blanks
 */
record Activation(String name, int space, int number, int rounds, int fuel, long heap, long ns, long bytes, String end) {
    /** Begins the line of a program that is about to run. */
    static final String BEGIN = "begin ";
    /** Begins the line of a program that does not come back. */
    static final String HUNG = "hung ";
    /** Begins the line of a program that cannot be run. */
    static final String FAILED = "failed ";
    /** The line of a process that has run all. */
    static final String ALL = "all";
    private static final String PREFIX = "a ";

    /** Activations of a namespace that run code for the first time. */
    static final int COLD = 2;

    /** Activations of a namespace that are judged together. */
    enum Stage {
        /** The first: classes are loaded. */
        FIRST,
        /** The second: code runs for the first time or the second. */
        SECOND,
        /** All others that came to an end. */
        WARM,
        /** One that did not: after others that did, it goes where none of them went. */
        LAST
    }

    /** {@return with which others of its namespace it is judged} */
    Stage stage() {
        return !end.equals("-") ? Stage.LAST : number == 0 ? Stage.FIRST : number < COLD ? Stage.SECOND : Stage.WARM;
    }

    /** {@return whether it runs code that has run before} */
    boolean isWarm() {
        return stage() == Stage.WARM;
    }

    /** {@return it in one line} */
    String line() {
        return PREFIX + name + ' ' + space + ' ' + number + ' ' + rounds + ' ' + fuel + ' ' + heap + ' ' + ns + ' ' + bytes + ' ' + end;
    }

    /** {@return whether a line is of an activation} */
    static boolean is(String line) {
        return line.startsWith(PREFIX);
    }

    /** {@return the activation of a line} */
    static Activation parse(String line) {
        String[] words = line.split(" ");
        return new Activation(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]), Integer.parseInt(words[4]),
            Integer.parseInt(words[5]), Long.parseLong(words[6]), Long.parseLong(words[7]), Long.parseLong(words[8]), words[9]);
    }

    /** {@return whether it is long enough to be judged} */
    boolean counts() {
        return fuel >= 10_000 || ns >= 1_000_000;
    }

    /** {@return nanoseconds a unit} */
    double nsPerUnit() {
        return (double) ns / Math.max(1, fuel);
    }
}
