// What stands in the text field at first, by the name of a model or the code of its language.

const texts = {
  nl: "Dat boek had ze gisteren al gelezen. Jan denkt dat Marie de kinderen zag zwemmen.",
  de: "Ein Buch hat er gestern gelesen, das ihm gefiel. Darüber muss nachgedacht werden.",
  da: "Den bog vil jeg gerne læse. Hun har købt en bil, som han ikke kan lide.",
  en: "A hearing is scheduled on the issue today. What do you think he meant?",
  "en-biomedical": "Mice that lacked the gene were smaller than controls at birth. No effect was seen in cells in which the receptor was deleted.",
  is: "Hvað heldur þú að hann hafi gert?",
};

export function exampleText(model) {
  const code = model?.about?.language?.match(/\((\w+)/)?.[1] ?? model?.name?.split("-")[0];
  return texts[model?.name] ?? texts[code] ?? "";
}

export function isExample(text) {
  return Object.values(texts).includes(text);
}
