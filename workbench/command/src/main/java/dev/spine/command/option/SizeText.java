package dev.spine.command.option;

import dev.spine.system.file.ByteSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes as people write it. Made by picocli; any thread. */
public final class SizeText implements ITypeConverter<Long> {
    /** Made by picocli. */
    public SizeText() {}

    @Override
    public Long convert(String text) {
        return ByteSize.of(text).orElseThrow(() -> new TypeConversionException("'" + text
            + "' is no size: write a number of bytes, or one with K, M, G or T, such as 64M"));
    }
}
