package dev.spine.command.conformance;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.catalogue.Catalogue;
import dev.spine.i2o.param.BlockGroups;
import dev.spine.i2o.param.BusAdapterGroups;
import dev.spine.i2o.param.DdmGroups;
import dev.spine.i2o.param.ExecutiveGroups;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.HotPlugGroups;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.LanStatisticsGroups;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterGroups;
import dev.spine.i2o.param.PeerAgentGroups;
import dev.spine.i2o.param.PeerTransportGroups;
import dev.spine.i2o.param.ScsiGroups;
import dev.spine.i2o.spec.ConstantSet;
import dev.spine.i2o.spec.ConstantSets;
import dev.spine.i2o.table.TableLayouts;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Everything of the architecture, classes of our own left out, that the code declares and a test must name. */
final class Items {
    private static final Map<String, String> CODES = codes();
    /** What carries a layout in the code when its name is another. */
    private static final Map<String, String> CARRIERS = Map.of("HRT", "HardwareResourceTable", "HRTEntry", "HardwareResourceTable.Entry",
        "PCIBus", "Entry.pci", "LCT", "LogicalConfigurationTable", "LCTEntry", "LogicalConfigurationTable.Entry", "SystemTableEntry",
        "SystemTable.Entry", "SerialInformation", "GenericGroups.serialNumber", "SwID", "ExecSwRemove",
        "ModuleImageHeader", "ModuleLayouts.IMAGE_HEADER", "IopResetStatus", "ResetStatus");
    private static final List<Class<?>> GROUPS = List.of(GenericGroups.class, ExecutiveGroups.class, DdmGroups.class, BlockGroups.class,
        LanGroups.class, LanStatisticsGroups.class, ScsiGroups.class, BusAdapterGroups.class, PeerAgentGroups.class,
        PeerTransportGroups.class, HotPlugGroups.class);

    private Items() {
    }

    private static Map<String, String> codes() {
        Map<String, String> chapters = new LinkedHashMap<>();
        chapters.put("Function", "Functions");
        chapters.put("DeviceClass", "Classes");
        chapters.put("IopState", "States of an IOP");
        chapters.put("RequestStatus", "Request status");
        chapters.put("DetailedStatus", "Detailed status");
        chapters.put("FailureCode", "Transport failures");
        chapters.put("BlockStatus", "Status of parameter operations");
        chapters.put("OperationCode", "Parameter operations");
        chapters.put("StorageStatus", "Detailed status of block storage");
        chapters.put("LanStatus", "Detailed status of the LAN class");
        chapters.put("ScsiStatus", "Status of SCSI devices");
        chapters.put("AdapterStatus", "Status of SCSI adapters");
        chapters.put("PeerStatus", "Detailed status of peer transports");
        chapters.put("HotPlugCodes.Status", "Detailed status of hot-plug controllers");
        chapters.put("OutboundInitStatus", "Status word of OutboundInit");
        chapters.put("ResetStatus", "Status word of IopReset");
        chapters.put("EventIndicator", "Events");
        chapters.put("BlockEvent", "Events of block storage");
        return chapters;
    }

    static List<Item> all() {
        List<Item> items = new ArrayList<>();
        Map<Integer, Set<String>> records = records();
        for (ConstantSet set : ConstantSets.ALL) {
            String chapter = CODES.get(set.name());
            if (chapter != null) {
                for (ConstantSet.Constant constant : set.constants()) {
                    items.add(item(chapter, set.name(), constant, records));
                }
            }
        }
        items.sort((one, other) -> Integer.compare(rank(one.chapter()), rank(other.chapter())));
        for (ParameterGroups groups : ParameterGroups.ALL) {
            if (groups.deviceClass() == DeviceClass.DISPLAY) {
                continue;
            }
            for (ParameterGroup group : groups.groups()) {
                Field declared = declaration(group);
                items.add(new Item("Parameter groups", group.name(),
                    String.format(Locale.ROOT, "0x%04X of class 0x%03X", group.number(), groups.deviceClass()),
                    declared.getDeclaringClass().getSimpleName(), declared.getName(), Set.of(group.name())));
            }
        }
        for (Layout layout : TableLayouts.ALL) {
            items.add(new Item("Tables", layout.name(), "", "table", layout.name(),
                Set.of(layout.name(), CARRIERS.getOrDefault(layout.name(), layout.name() + ".LAYOUT"))));
        }
        return items;
    }

    /** The constant that is a group. */
    private static Field declaration(ParameterGroup group) {
        for (Class<?> declaring : GROUPS) {
            for (Field field : declaring.getFields()) {
                if (field.getType() == ParameterGroup.class && value(field) == group) {
                    return field;
                }
            }
        }
        throw new IllegalStateException(group + " is declared in none of " + GROUPS);
    }

    private static Object value(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int rank(String chapter) {
        return List.copyOf(CODES.values()).indexOf(chapter);
    }

    private static Item item(String chapter, String set, ConstantSet.Constant constant, Map<Integer, Set<String>> records) {
        String simple = set.substring(set.lastIndexOf('.') + 1);
        String name = constant.name().substring(constant.name().lastIndexOf('.') + 1);
        Set<String> words = new HashSet<>();
        if (set.equals("Function")) {
            String own = name.replace("_", "").toUpperCase(Locale.ROOT);
            for (String word : records.getOrDefault((int) constant.value(), Set.of())) {
                if (own.endsWith(word.toUpperCase(Locale.ROOT).replaceFirst("^(BSA|SCSI|HBA|HPC|PCIPT|PT)", ""))) {
                    words.add(word);
                }
            }
        }
        return new Item(chapter, name, constant.hexadecimal(), simple, name, words);
    }

    /** Names of the requests, as records and as layouts, by function. */
    private static Map<Integer, Set<String>> records() {
        Map<Integer, Set<String>> records = new LinkedHashMap<>();
        for (MessageKind<?> kind : Catalogue.kinds()) {
            if (kind.role() == MessageKind.Role.REQUEST) {
                Set<String> words = records.computeIfAbsent(kind.function(), _ -> new HashSet<>());
                words.add(kind.name());
                words.add(recordName(kind));
            }
        }
        return records;
    }

    private static String recordName(MessageKind<?> kind) {
        String empty = kind.parse(EmptyFrame.of(kind)).toString();
        return empty.substring(0, empty.indexOf('['));
    }
}
