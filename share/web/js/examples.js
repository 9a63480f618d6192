// What stands in the text field at first, by the code of a model's language.

const texts = {
  nl: "Dat boek had ze gisteren al gelezen. Jan denkt dat Marie de kinderen zag zwemmen.",
  de: "Ein Buch hat er gestern gelesen, das ihm gefiel. Darüber muss nachgedacht werden.",
  da: "Den bog vil jeg gerne læse. Hun har købt en bil, som han ikke kan lide.",
  en: "A hearing is scheduled on the issue today. What do you think he meant?",
  is: "Hvað heldur þú að hann hafi gert?",
};

export function exampleText(model) {
  const code = model?.about?.language?.match(/\((\w+)/)?.[1] ?? model?.name?.split("-")[0];
  return texts[code] ?? "";
}

export function isExample(text) {
  return Object.values(texts).includes(text);
}
