package dev.spine.i2o.message.display;

import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.PrivateMessage;
import java.util.ArrayList;
import java.util.List;

/** What the display's private requests have in common: the pair of codes in word 4. */
final class PrivateHeader {
    private PrivateHeader() {
    }

    /** The layout of a private request: the pair of codes, then the function's own fields. */
    static Layout layout(String name, int sizeBytes, Field... fields) {
        List<Field> all = new ArrayList<>();
        all.addAll(PrivateMessage.KIND.layout().fields());
        all.addAll(List.of(fields));
        return new Layout(name, sizeBytes, all);
    }

    /** Writes header and pair of codes, and zeros over the rest of the fixed part. */
    static void begin(MessageFrame frame, Header header, MessageKind<?> kind, int extendedFunction) {
        frame.header(kind.minWords(), 0, 0, Function.PRIVATE, header.initiator(), header.target());
        frame.contexts(header.initiatorContext(), header.transactionContext());
        frame.setWord(MessageFrame.HEADER_WORDS, OrganizationId.SPINE << 16 | extendedFunction);
        for (int word = MessageFrame.HEADER_WORDS + 1; word < kind.minWords(); word++) {
            frame.setWord(word, 0);
        }
    }
}
