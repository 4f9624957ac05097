package dev.spine.i2o.spec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.TransactionReplyList;
import dev.spine.i2o.message.WideContexts;
import dev.spine.i2o.message.catalogue.Catalogue;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterGroups;
import dev.spine.i2o.param.ParameterListLayouts;
import dev.spine.i2o.sgl.SglLayouts;
import dev.spine.i2o.spec.Structure.Section;
import dev.spine.i2o.table.TableLayouts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All structures that the code knows, collected from the catalogues that the code itself works with. Any thread. */
public final class Structures {
    /** Every structure. */
    public static final List<Structure> ALL = collect();

    private Structures() {
    }

    private static List<Structure> collect() {
        List<Structure> all = new ArrayList<>();
        all.add(new Structure(Section.FRAMES, "the header of every frame", Header.LAYOUT));
        all.add(new Structure(Section.FRAMES, "a reply for several transactions", TransactionReplyList.LAYOUT));
        for (Layout layout : WideContexts.layouts()) {
            all.add(new Structure(Section.FRAMES, "with contexts of 64 bits", layout));
        }
        for (MessageKind<?> kind : Catalogue.kinds()) {
            all.add(new Structure(Section.MESSAGES, about(kind), kind.layout()));
        }
        add(all, Section.TABLES, TableLayouts.ALL);
        add(all, Section.SCATTER_GATHER, SglLayouts.ALL);
        add(all, Section.PARAMETER_LISTS, ParameterListLayouts.ALL);
        for (ParameterGroups groups : ParameterGroups.ALL) {
            for (ParameterGroup group : groups.groups()) {
                all.add(new Structure(Section.PARAMETER_GROUPS, about(groups, group), group.layout()));
            }
        }
        return List.copyOf(all);
    }

    private static void add(List<Structure> all, Section section, List<Layout> layouts) {
        for (Layout layout : layouts) {
            all.add(new Structure(section, "", layout));
        }
    }

    private static String about(MessageKind<?> kind) {
        String function = kind.function() == MessageKind.ANY_FUNCTION ? "any function"
            : String.format(Locale.ROOT, "function 0x%02X", kind.function());
        String role = kind.role().name().toLowerCase(Locale.ROOT);
        return role + ", " + function + ", " + className(kind.deviceClass());
    }

    private static String about(ParameterGroups groups, ParameterGroup group) {
        return String.format(Locale.ROOT, "group 0x%04X, %s, %s", group.number(), group.kind().name().toLowerCase(Locale.ROOT),
            className(groups.deviceClass()));
    }

    private static String className(int deviceClass) {
        return deviceClass == DeviceClass.ANY ? "every class"
            : String.format(Locale.ROOT, "class 0x%03X %s", deviceClass, DeviceClass.name(deviceClass));
    }
}
