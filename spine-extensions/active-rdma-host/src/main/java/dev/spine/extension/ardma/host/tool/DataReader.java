package dev.spine.extension.ardma.host.tool;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Reads the bytes of a data line: strings, and hexadecimal digits behind 0x. */
final class DataReader {
    private static final String WHAT = "a string or 0x and pairs of hexadecimal digits";

    private DataReader() {}

    static byte[] read(LineReader line) throws WrongWordException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(item(line));
        while (!line.isAtEnd()) {
            line.takeIf(Word.Kind.COMMA);
            bytes.writeBytes(item(line));
        }
        return bytes.toByteArray();
    }

    private static byte[] item(LineReader line) throws WrongWordException {
        return line.peek().kind() == Word.Kind.STRING ? string(line) : digits(line);
    }

    private static byte[] digits(LineReader line) throws WrongWordException {
        String text = line.peek().text();
        if (!text.matches("0x([0-9A-Fa-f]{2})+")) {
            throw line.expected(WHAT);
        }
        line.take();
        return HexFormat.of().parseHex(text, 2, text.length());
    }

    private static byte[] string(LineReader line) throws WrongWordException {
        Word word = line.take();
        String text = word.text();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int at = 0;
        while (at < text.length()) {
            int escape = text.indexOf('\\', at);
            int end = escape < 0 ? text.length() : escape;
            bytes.writeBytes(encoded(word, text.substring(at, end)));
            at = escape < 0 ? end : escape(word, escape, bytes);
        }
        return bytes.toByteArray();
    }

    private static byte[] encoded(Word word, String text) throws WrongWordException {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException _) {
            throw new WrongWordException(word, "expected characters of Unicode, found half of one");
        }
    }

    /** Reads what a backslash stands for: {@return where it goes on} */
    private static int escape(Word word, int at, ByteArrayOutputStream bytes) throws WrongWordException {
        int known = "nrt0\\\"".indexOf(word.text().charAt(at + 1));
        if (known >= 0) {
            bytes.write("\n\r\t\0\\\"".charAt(known));
            return at + 2;
        }
        String digits = word.text().substring(at + 2, Math.min(at + 4, word.text().length()));
        if (word.text().charAt(at + 1) != 'x' || !digits.matches("[0-9A-Fa-f]{2}")) {
            throw new WrongWordException(word.line(), word.column() + 1 + at,
                "expected \\n, \\r, \\t, \\0, \\\\, \\\" or \\x and two hexadecimal digits");
        }
        bytes.write(HexFormat.fromHexDigits(digits));
        return at + 4;
    }
}
