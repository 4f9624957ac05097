package dev.spine.system.output;

import com.google.common.base.Splitter;

/** Text in lines that a terminal of a hundred columns holds. Any thread. */
public final class WrappedText {
    private static final int COLUMNS = 100;

    private WrappedText() {}

    /**
     * {@return the text in lines of at most 100 columns; a word that is longer has a line of its own}
     *
     * @param text words with single spaces between them
     * @param first what the first line begins with
     * @param further what the others begin with
     */
    public static String of(String text, String first, String further) {
        StringBuilder out = new StringBuilder(first);
        int used = first.length();
        boolean begins = true;
        for (String word : Splitter.on(' ').split(text)) {
            if (!begins && used + 1 + word.length() > COLUMNS) {
                out.append('\n').append(further);
                used = further.length();
                begins = true;
            }
            out.append(begins ? "" : " ").append(word);
            used += word.length() + (begins ? 0 : 1);
            begins = false;
        }
        return out.append('\n').toString();
    }
}
