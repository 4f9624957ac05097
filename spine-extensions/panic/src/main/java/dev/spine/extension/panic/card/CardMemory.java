package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;

/** Memory of the card that the VM has for good. */
final class CardMemory {
    private CardMemory() {}

    /** {@return so many zeroed bytes; an exception refuses the extension, and its text is for people} */
    static Buffer of(ExtensionContext context, int bytes) {
        Buffer memory = context.allocate(bytes);
        if (memory == null) {
            throw new IllegalStateException("the card has no ".concat(String.valueOf(bytes)).concat(
                " bytes for programs: give its runtime more memory, or the VM less code-bytes and data-bytes"));
        }
        return memory;
    }
}
