package dev.spine.perf.benchmarks.wasm;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes a Wasm module with one memory and functions that are all exported (WebAssembly Core Specification 2.0, section 5.5). */
final class WasmModuleWriter {
    /** Whether a function leaves a value. */
    enum Result { NONE, NUMBER }

    private record Function(String name, Result result, WasmCode code) {}

    private static final byte[] MAGIC_AND_VERSION = {0, 'a', 's', 'm', 1, 0, 0, 0};
    private static final int TYPES = 1;
    private static final int FUNCTIONS = 3;
    private static final int MEMORIES = 5;
    private static final int EXPORTS = 7;
    private static final int CODES = 10;
    private static final int FUNCTION_TYPE = 0x60;
    private static final int I32 = 0x7F;
    private static final int WITH_MAXIMUM = 1;

    private final List<Function> functions = new ArrayList<>();
    private final int pages;

    /** A module whose memory has so many pages of 64 KiB, no more and no less. */
    WasmModuleWriter(int pages) {
        this.pages = pages;
    }

    WasmModuleWriter function(String name, Result result, WasmCode code) {
        functions.add(new Function(name, result, code));
        return this;
    }

    /** {@return the module} */
    byte[] toBytes() {
        ByteArrayOutputStream module = new ByteArrayOutputStream();
        module.writeBytes(MAGIC_AND_VERSION);
        section(module, TYPES, types());
        section(module, FUNCTIONS, indexes());
        section(module, MEMORIES, memory());
        section(module, EXPORTS, exports());
        section(module, CODES, codes());
        return module.toByteArray();
    }

    private static void section(ByteArrayOutputStream module, int number, ByteArrayOutputStream content) {
        module.write(number);
        Leb128.unsigned(module, content.size());
        module.writeBytes(content.toByteArray());
    }

    private ByteArrayOutputStream begin(int entries) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        Leb128.unsigned(content, entries);
        return content;
    }

    /** One type for each function, in their order. */
    private ByteArrayOutputStream types() {
        ByteArrayOutputStream content = begin(functions.size());
        for (Function function : functions) {
            content.write(FUNCTION_TYPE);
            Leb128.unsigned(content, function.code.parameters());
            for (int i = 0; i < function.code.parameters(); i++) {
                content.write(I32);
            }
            content.write(function.result == Result.NUMBER ? 1 : 0);
            if (function.result == Result.NUMBER) {
                content.write(I32);
            }
        }
        return content;
    }

    private ByteArrayOutputStream indexes() {
        ByteArrayOutputStream content = begin(functions.size());
        for (int i = 0; i < functions.size(); i++) {
            Leb128.unsigned(content, i);
        }
        return content;
    }

    private ByteArrayOutputStream memory() {
        ByteArrayOutputStream content = begin(1);
        content.write(WITH_MAXIMUM);
        Leb128.unsigned(content, pages);
        Leb128.unsigned(content, pages);
        return content;
    }

    private ByteArrayOutputStream exports() {
        ByteArrayOutputStream content = begin(functions.size());
        for (int i = 0; i < functions.size(); i++) {
            byte[] name = functions.get(i).name.getBytes(StandardCharsets.UTF_8);
            Leb128.unsigned(content, name.length);
            content.writeBytes(name);
            content.write(0);
            Leb128.unsigned(content, i);
        }
        return content;
    }

    private ByteArrayOutputStream codes() {
        ByteArrayOutputStream content = begin(functions.size());
        for (Function function : functions) {
            byte[] body = function.code.body();
            Leb128.unsigned(content, body.length);
            content.writeBytes(body);
        }
        return content;
    }
}
