package dev.spine.command.option;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ParameterException;

/** Words of 32 bits as a person writes them. Stateless; any thread. */
public final class WordText {
    private WordText() {}

    /**
     * {@return the words}
     *
     * @param written decimal or with 0x, signed or unsigned
     * @param wrong makes an error of a message
     * @throws ParameterException for the first that is no word
     */
    public static List<Integer> read(List<String> written, Function<String, ParameterException> wrong) {
        List<Integer> words = new ArrayList<>();
        for (String word : written) {
            words.add(read(word, wrong));
        }
        return words;
    }

    private static int read(String word, Function<String, ParameterException> wrong) {
        long number;
        try {
            number = Long.decode(word);
        } catch (NumberFormatException e) {
            throw wrong.apply("\"" + word + "\" is no number: write words of 32 bits, decimal or with 0x");
        }
        if (number < Integer.MIN_VALUE || number > 0xFFFF_FFFFL) {
            throw wrong.apply(word + " does not fit in a word: write numbers of 32 bits");
        }
        return (int) number;
    }
}
