package dev.spine.command.play;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A size that a person typed, such as {@code 640x480}.
 *
 * @param width pixels of a line
 * @param height lines
 */
record ScreenSize(int width, int height) {
    /** Reads sizes. */
    static final class Converter implements ITypeConverter<ScreenSize> {
        /** Made by picocli. */
        Converter() {}

        @Override
        public ScreenSize convert(String text) {
            if (!text.matches("[0-9]{1,5}[x×][0-9]{1,5}")) {
                throw new TypeConversionException("'" + text + "' is no size: write WIDTHxHEIGHT, for example 640x480");
            }
            int cross = Math.max(text.indexOf('x'), text.indexOf('×'));
            return new ScreenSize(Integer.parseInt(text.substring(0, cross)), Integer.parseInt(text.substring(cross + 1)));
        }
    }
}
