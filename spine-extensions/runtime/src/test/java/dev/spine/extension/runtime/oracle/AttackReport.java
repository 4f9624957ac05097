package dev.spine.extension.runtime.oracle;

/**
 * What an attack took, the least of several times.
 *
 * @param name the attack
 * @param fuel units charged
 * @param ns of the card's thread
 * @param bytes that the card's thread allocated
 * @param reachable bytes that the instance held afterwards, about
 * @param grown bytes that the process has grown by while it ran
 * @param answered whether the card listed and unloaded it
 * @param end how it ended
 */
record AttackReport(String name, int fuel, long ns, long bytes, long reachable, long grown, boolean answered, String end) {
    private static final String PREFIX = "attack ";
    private static final String REFUSED = "refused: ";

    static AttackReport refused(String name, String why) {
        return new AttackReport(name, 0, 0, 0, 0, 0, true, REFUSED + why);
    }

    static boolean is(String line) {
        return line.startsWith(PREFIX);
    }

    static AttackReport parse(String line) {
        String[] words = line.split(" ", 9);
        return new AttackReport(words[1], Integer.parseInt(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]), Long.parseLong(
            words[5]), Long.parseLong(words[6]), Boolean.parseBoolean(words[7]), words[8]);
    }

    /** {@return whether the card did not load it} */
    boolean isRefused() {
        return end.startsWith(REFUSED);
    }

    AttackReport least(AttackReport other) {
        return new AttackReport(name, fuel, Math.min(ns, other.ns), Math.min(bytes, other.bytes), reachable, Math.min(grown, other.grown),
            answered && other.answered, end);
    }

    String line() {
        return PREFIX + name + ' ' + fuel + ' ' + ns + ' ' + bytes + ' ' + reachable + ' ' + grown + ' ' + answered + ' ' + end.replaceAll(
            "\\s+", " ");
    }
}
