package dev.spine.extension.panic.program;

/** The rules of PDL for names. Any thread. */
final class ProgramNames {
    private static final int CASE = 'a' - 'A';

    private ProgramNames() {}

    /** A letter or underscore, then letters, digits and underscores, all of ASCII. */
    static boolean isName(String name) {
        if (name.isEmpty() || isDigit(name.charAt(0))) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!isDigit(c) && c != '_' && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z')) {
                return false;
            }
        }
        return true;
    }

    /** {@return the name by which others are compared with it: case does not count} */
    static String folded(String name) {
        char[] letters = new char[name.length()];
        for (int i = 0; i < letters.length; i++) {
            char c = name.charAt(i);
            letters[i] = c >= 'A' && c <= 'Z' ? (char) (c + CASE) : c;
        }
        return new String(letters);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
