package dev.spine.device.disk;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.catalogue.Catalogue;
import java.util.List;

/** A request that has no class: its name in the catalogue and the words after the header. */
record PlainRequest(String name, List<Integer> words) implements Request {
    static final Request STATUS_CHECK = new PlainRequest("StatusCheck", List.of());
    /** Of the medium in the device. */
    static final Request MEDIA_EJECT = new PlainRequest("MediaEject", List.of(0xFFFFFFFF));
    static final Request DEVICE_RESET = new PlainRequest("ScsiDeviceReset", List.of());
    static final Request ADAPTER_RESET = new PlainRequest("HbaAdapterReset", List.of());
    static final Request BUS_RESET = new PlainRequest("HbaBusReset", List.of());

    @Override
    public MessageKind<?> kind() {
        return Catalogue.kinds().stream().filter(kind -> kind.name().equals(name)).findFirst().orElseThrow();
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        kind().beginRequest(frame, header, sizeWords(), 0, 0);
        for (int i = 0; i < words.size(); i++) {
            frame.setWord(MessageFrame.HEADER_WORDS + i, words.get(i));
        }
    }
}
